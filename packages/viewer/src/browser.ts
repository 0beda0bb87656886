/** What needs a DOM: the elements of blocks, and the explanation of a block. */

export { BlockElements, blockAround } from './block-elements.ts';
export { type Explanation, explanationOf, type Fact } from './explanation.ts';
