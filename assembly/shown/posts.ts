/** Texts of the posts of a thread, to the output, one after another: each post has where its text begins and ends. */
import { Status } from '../layout';
import { Part } from '../page/records';
import { hideDetails, postAt, postCount, showDetails } from '../detect/posts';
import { output, publishOutput, reserveOutput } from '../page/arena';
import { beginWork, isSpent } from '../work';
import { textRoom, writeRange } from './render';
import { KEEPS_BUTTONS, markShown } from './visible-nodes';

const MAIN: u32 = 1 << (Part.SELECT + Part.MAIN);

/** Writes the texts; a `Status`. */
export function renderPosts(): u32 {
  beginWork();
  hideDetails();
  const status = writePosts();
  showDetails();
  return status;
}

function writePosts(): u32 {
  const status = markShown(MAIN, KEEPS_BUTTONS);
  if (status != Status.OK) return status;
  if (!reserveOutput(textRoom())) return Status.OUT_OF_MEMORY;
  let to = output;
  for (let index: u32 = 0; index < postCount; ++index) {
    const post = postAt(index);
    post.from = <u32>(to - output);
    to = writeRange(MAIN, post.start, post.end, to);
    post.to = <u32>(to - output);
  }
  if (isSpent()) return Status.TOO_COMPLEX;
  publishOutput(to - output);
  return Status.OK;
}
