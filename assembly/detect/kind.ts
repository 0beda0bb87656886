/** The kind of the current page, which is decided when it is asked for. */
import { PAGE_KIND, PAGE_OUTPUT, PAGE_OUTPUT_LENGTH, STATUS_OK, STATUS_TOO_COMPLEX } from '../layout';
import { address, addressEnd, tellPage } from '../evidence/clues';
import { beginKind, endKind, hasKinds } from '../evidence/kinds';
import { PAGE } from '../page/arena';
import { beginWork, isSpent } from '../work';

/**
 * Sets PAGE_KIND and PAGE_KIND_CONFIDENCE for the current page, which was measured, and publishes the address of the page, as it
 * stands there, as the output. A `STATUS_…` code.
 */
export function judgeKind(): u32 {
  beginWork();
  store<u32>(PAGE, 0, PAGE_KIND);
  const knows = hasKinds();
  if (knows) beginKind();
  tellPage();
  if (isSpent()) return STATUS_TOO_COMPLEX;
  if (knows) endKind();
  store<usize>(PAGE, address, PAGE_OUTPUT);
  store<u32>(PAGE, <u32>(addressEnd - address), PAGE_OUTPUT_LENGTH);
  return STATUS_OK;
}
