import * as library from 'uqr';

export * from 'uqr';
export default library;
