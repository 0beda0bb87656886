import { segmentPage } from '../../test/reference/segment.ts';
import { parseTree } from '../../test/reference/tree.ts';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { align } from '../evaluation/align.ts';
import { COMMON_SEPARATORS } from '../evaluation/counts.ts';
import { checkLabelled, type GoldSegment, goldBlocks, readGold, withoutGold } from '../evaluation/gold.ts';
import type { ReplayPage, ReplaySite } from './replay.ts';

const decoder = new TextDecoder();

/** Reads and segments the pages of a labelled site once, as the twin does with the options of the paper. */
export async function readReplaySite(site: SiteSource, selection: Selection): Promise<ReplaySite> {
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  let labelled = false;
  const pages = selectPages(await site.read(), selection).map(({ name, bytes }): ReplayPage => {
    const source = decoder.decode(bytes);
    const gold = readGold(source, `${site.name}/${name}`);
    labelled ||= gold.labelled;
    const tree = parseTree(withoutGold(source));
    const segmented = segmentPage(tree, { separators: COMMON_SEPARATORS, path: 'tags' });
    const keys = segmented.flatMap(({ segments }) => segments);
    align(
      gold,
      keys.map(({ text }) => ({ text, template: false })),
      COMMON_SEPARATORS,
    );
    let next = 0;
    return goldBlocks(gold, COMMON_SEPARATORS).map((block) =>
      block.map(({ length, label }: GoldSegment) => ({ key: numberOf(keys[next++]?.key ?? ''), length, label })),
    );
  });
  checkLabelled(site.name, labelled);
  return { name: site.name, keys: numbers.size, pages };
}
