import { describePages } from './run-pages.js';

describePages('firefox');
