/** The exports of the parser without the rest of the module. */
export { limitMemory, allocate, release } from '../memory';
export { documentMode, parse, parseFragment, releaseParser, setScripting } from './parse';
export { limitDepth } from './open';
export { limitNodes, nodeCount } from './nodes';
export { attributesOf, doctypeOf, mergedAddress, mergedCount, nodesAddress } from './reading';
export { spellingLength, spellingOf, tagOf } from './names';
