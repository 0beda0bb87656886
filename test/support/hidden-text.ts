/** A visitor's comment on six pages, made to have the key of a text of the site at another path. */
import { Detector, type DetectorOptions } from 'refrain';
import { textLike, unseededKey } from './chosen.ts';

const VICTIM = 'The mayor of the harbour has resigned over the new bridge.';
const VICTIM_PATH = 'html/body/main/p';
const COMMENT_PATH = 'html/body/div';

const comment = textLike(VICTIM, VICTIM_PATH, COMMENT_PATH, 3) ?? '';

/** Whether the comment has the key of the text where keys have no seed: the attack that the tests repeat. */
export const isChosen = (): boolean => unseededKey(comment, COMMENT_PATH) === unseededKey(VICTIM, VICTIM_PATH);

const page = (number: number, story: string, note: string): string =>
  `<!doctype html><title>t${number}</title><body><main><p>${story}</p></main><div>${note}</div>`;

/** Whether a text is taken for known on its first page, after the comment stood on six pages. */
export async function hidesText(options: DetectorOptions): Promise<boolean> {
  const detector = await Detector.create({ baseLifetime: 100, ...options });
  for (let number = 0; number < 6; number += 1) detector.learn(page(number, `Story ${number} of the day`, comment));
  const judged = detector.label(page(7, VICTIM, 'A note'));
  return judged.blocks.some((block) => block.segments.some(({ text, df }) => text === VICTIM && df > 0));
}

/** The options under which the attack was found to work. */
export const ATTACKED: Readonly<Record<string, DetectorOptions>> = {
  paper: { preset: 'paper', separators: 'html5' },
  repetition: { evidence: 'repetition' },
  default: {},
};
