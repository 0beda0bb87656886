/** A small site whose menu and footer are template from the fifth page on. */
import { Detector, type Page } from 'refrain';
import { REPETITION } from '../../../../test/support/repetition.ts';

export const MENU = 'Home About us';
export const FOOT = '© 2008 The site';

/** A page with 20 code points of content and 28 of template. */
export const html = (story: string): string =>
  `<div>${MENU}</div><div><p>${`Told by ${story}`.padEnd(20, '.')}</div><div>${FOOT}</div>`;

/** A detector that has seen enough of the site. */
export const known = async (): Promise<Detector> => {
  const detector = await Detector.create(REPETITION);
  for (let number = 1; number <= 5; number += 1) detector.learn(html(`page ${number}`));
  return detector;
};

export const keptTexts = <N>(page: Page<N>): string[] => page.blocks.filter(({ kept }) => kept).map(({ text }) => text);
