/** What needs a DOM: the frame in which a page is shown, its blocks, and the explanation of a block. */
export { type Explanation, explanationOf, type Fact } from './explanation.ts';
export { BlockElements, blockAround, frameDocument, SANDBOX } from './frame.ts';
