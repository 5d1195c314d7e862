import { describePages } from './run-pages.js';

describePages('chromium');
