import * as library from 'culori';

export * from 'culori';
export default library;
