/** The kind of the current page, which is decided when it is asked for. */
import { Page, Status } from '../layout';
import { address, addressEnd, tellPage } from '../evidence/clues';
import { beginKind, endKind, hasKinds } from '../evidence/kinds';
import { PAGE } from '../page/arena';
import { beginWork, isSpent } from '../work';

/**
 * Sets Page.KIND and Page.KIND_CONFIDENCE for the current page, which was measured, and publishes the address of the page, as it
 * stands there, as the output. A `STATUS_…` code.
 */
export function judgeKind(): u32 {
  beginWork();
  store<u32>(PAGE, 0, Page.KIND);
  const knows = hasKinds();
  if (knows) beginKind();
  tellPage();
  if (isSpent()) return Status.TOO_COMPLEX;
  if (knows) endKind();
  store<usize>(PAGE, address, Page.OUTPUT);
  store<u32>(PAGE, <u32>(addressEnd - address), Page.OUTPUT_LENGTH);
  return Status.OK;
}
