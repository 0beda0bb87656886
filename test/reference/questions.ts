/** The twin of the questions: a summary is main content if the text that it opens is. */
import type { OpenBlock } from './page-text.ts';

/** A block and those around it, six at most. */
function pathOf(block: OpenBlock | undefined): OpenBlock[] {
  const path: OpenBlock[] = [];
  for (let at = block; at?.above !== undefined && path.length < 6; at = at.above) path.push(at);
  return path;
}

/** Which blocks with text are main content, in their order; `main`: their log odds of that. */
export function joinQuestions(
  blocks: readonly OpenBlock[],
  isMain: readonly boolean[],
  main: readonly number[],
): boolean[] {
  const summaries = blocks.map((block) => pathOf(block).find(({ element }) => element.name === 'summary'));
  const joined = [...isMain];
  // From the end: an answer may begin with a question.
  for (const order of [...blocks.keys()].reverse()) {
    const summary = summaries[order];
    if (summary === undefined || (main[order] ?? 0) < -1.5) continue;
    const answer = summaries.findIndex((other, at) => at > order && other !== summary);
    const details = pathOf(blocks[answer]).find((each) => each === summary.above);
    joined[order] ||= details?.element.name === 'details' && joined[answer] === true;
  }
  return joined;
}
