export {
  analyseBody,
  type BodyAnalysis,
  type BodyFault,
  type BodyImport,
  type BodyPosition,
  type OutputCall,
} from './analyse-body.js';
export { codeNode, MAX_VALUE_CHARS } from './code-node.js';
export { nearestName, suggest } from './near-miss.js';
export { nearestSpecifier } from './nearest-specifier.js';
