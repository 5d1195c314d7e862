import { describeAttacks } from './run-families.js';

describeAttacks('inline');
