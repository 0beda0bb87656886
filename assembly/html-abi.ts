/**
 * The ABI of `refrain/html`, the parser by itself. Callers read the node records; the exported functions read attributes and doctypes from
 * the source.
 */
import { Status } from './layout';
import { Fragment } from './html/records';
import { nodeCount } from './html/nodes';
import { parse, parseFragment } from './html/parse';
import { isUtf8 } from './html/utf8';
import { PAGE, clearRecords, input, inputHolds, publishPage } from './page/arena';

export { attributesOf, doctypeOf, repeatedTagsAddress, repeatedTagCount } from './html/reading';
export { documentMode, setScripting } from './html/parse';

/**
 * Parses the first `bytes` bytes of the input and publishes the nodes. `context`: for a fragment the number of the context element's name
 * and, shifted by eight, its namespace; the fragment is below node 1. Otherwise `Fragment.NO_CONTEXT`.
 */
export function parseTree(bytes: u32, context: u32): u32 {
  assert(inputHolds(bytes), 'html-abi: the page is not in the input');
  if (!isUtf8(input, bytes)) return Status.NOT_UTF8;
  const status = context == Fragment.NO_CONTEXT ? parse(input, bytes) : parseFragment(input, bytes, context, 0, false);
  if (status == Status.OK) {
    clearRecords();
    PAGE.bytes = bytes;
    publishPage(nodeCount());
  }
  return status;
}
