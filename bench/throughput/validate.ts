/**
 * Checks the contenders before they are timed. The module must have the verdicts of the twin on every block of every page, by its public
 * API and by table work alone. The htmlparser2 detector must have them on the pages where both parsers find the same blocks, learned
 * without the other pages: htmlparser2 does not repair markup as the standard does.
 */

import { parse } from 'parse5';
import type { ResolvedOptions } from 'refrain';
import { type Parse5Like, parse5Adapter } from '../../bindings/trees/adapters.ts';
import type { ReferenceBlock } from '../../test/reference/detector.ts';
import { parseTree } from '../../test/reference/tree.ts';
import { Problem } from '../problem.ts';
import { forEachSite, of } from './contender.ts';
import type { BenchPage } from './pages.ts';
import { TableBench } from './table-work.ts';
import { createDetectors, createHtmlparser2, createTwins } from './whole.ts';

export interface Validation {
  readonly pages: number;
  readonly templateBlocks: number;
  readonly contentBlocks: number;
  /** Pages where htmlparser2 finds the same blocks as the standard. */
  readonly htmlparser2Pages: number;
}

type Verdict = Pick<ReferenceBlock, 'kind' | 'length' | 'templateLength' | 'path'>;

const shapeOf = (blocks: readonly Verdict[]): string =>
  blocks.map(({ path, length }) => `${path} ${length}`).join('\n');

const verdictsOf = (blocks: readonly Verdict[]): string =>
  blocks.map(({ kind, length, templateLength }) => `${kind} ${templateLength}/${length}`).join('\n');

export async function validate(pages: readonly BenchPage[], options: ResolvedOptions): Promise<Validation> {
  const detectors = await createDetectors(pages, options);
  const twins = createTwins(pages, options);
  const fast = createHtmlparser2(pages, options);
  const bench = await TableBench.create(options);
  const tables = forEachSite(pages, () => bench.createTable());
  const agreeing: BenchPage[] = [];
  let templateBlocks = 0;
  let contentBlocks = 0;
  for (const page of pages) {
    const { site, name, bytes, html } = page;
    const { blocks } = of(twins, site).learnTree(parseTree(html));
    const expected = verdictsOf(blocks);
    if (verdictsOf(of(detectors, site).learn(bytes).blocks) !== expected) {
      throw new Problem(`${name}: the verdicts of the module are not those of the twin; nothing was timed`);
    }
    bench.load(bench.write<Parse5Like>(parse(html), parse5Adapter));
    bench.timeTable(of(tables, site));
    const kinds = blocks.map(({ kind }) => kind === 'template');
    if (bench.verdicts().join() !== kinds.join()) {
      throw new Problem(`${name}: the verdicts of table work alone are not those of the twin; nothing was timed`);
    }
    if (shapeOf(of(fast, site).learn(html).blocks) === shapeOf(blocks)) agreeing.push(page);
    templateBlocks += kinds.filter((isTemplate) => isTemplate).length;
    contentBlocks += kinds.filter((isTemplate) => !isTemplate).length;
  }
  validateHtmlparser2(agreeing, options);
  return { pages: pages.length, templateBlocks, contentBlocks, htmlparser2Pages: agreeing.length };
}

function validateHtmlparser2(pages: readonly BenchPage[], options: ResolvedOptions): void {
  const twins = createTwins(pages, options);
  const fast = createHtmlparser2(pages, options);
  for (const { site, name, html } of pages) {
    const expected = verdictsOf(of(twins, site).learn(html).blocks);
    if (verdictsOf(of(fast, site).learn(html).blocks) !== expected) {
      throw new Problem(
        `${name}: the verdicts of the htmlparser2 detector are not those of the twin; nothing was timed`,
      );
    }
  }
}
