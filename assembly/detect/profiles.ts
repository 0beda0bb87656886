/**
 * Profiles: short texts beside every post of a thread, such as ranks, numbers of posts, labels and buttons. They say nothing of the post.
 * Names of authors and dates are among them: a document has them again (post-details.ts).
 */
import { PAGE, blockAt } from '../page/arena';
import { rankedCount } from '../evidence/block/measure';
import { measureAt, indexOf } from '../evidence/block/measures';
import { change, isMain, unitAt } from './unit-blocks';
import { isThread } from './kind';
import { groupOf, largestGroup } from './positions';
import { Unit } from './unit-records';

/** Minimum number of blocks at a position of profiles: one stands beside every post. */
const POSTS_LEAST: u32 = 5;
/** Maximum number of words of a block at a position of profiles: short posts stand where long ones do. */
const WORDS_MOST: u32 = 10;
/** Minimum log odds of main content, in 1/1024, of a block that is no profile. */
const NO_PROFILE_MAIN: i32 = 1536;
/** The main content is at least this many times as long as its profiles, else they are what a list says. */
const MAIN_TO_PROFILES: u64 = 2;

/**
 * Sets the main content of a group to 0 if one of its blocks is no profile. Items of a list follow each other without a block of
 * another group between them: they are no profiles.
 */
function markOthers(): void {
  let before: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = unitAt(index).group;
    const isShort = measureAt(index).words <= WORDS_MOST && !measureAt(index).level;
    if (!isShort || group == before || blockAt(index).main >= NO_PROFILE_MAIN) {
      groupOf(index).groupMain = 0;
    }
    before = group;
  }
}

/** The length of the profiles that are main content; leaves them out or not. */
function visitProfiles(drops: bool): u32 {
  let length: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    if (!isMain(index) || group.groupSize < POSTS_LEAST) continue;
    if (!group.groupMain) continue;
    length += blockAt(index).length;
    if (drops) change(index, false, Unit.PROFILE);
  }
  return length;
}

/** Leaves profiles out, of blocks that are grouped; `mainLength` is that of the main content. The length of their text. */
export function dropProfiles(mainLength: u32): u32 {
  if (largestGroup < POSTS_LEAST || (PAGE.kind && !isThread())) return 0;
  markOthers();
  const length = visitProfiles(false);
  // The kind takes long to find out.
  if (!length || <u64>length * MAIN_TO_PROFILES > mainLength || !isThread()) return 0;
  return visitProfiles(true);
}
