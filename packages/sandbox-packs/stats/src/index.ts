import * as library from 'simple-statistics';

export * from 'simple-statistics';
export default library;
