/** Template found while an index is built: Tables 2 and 3 of Chen et al., and what search makes of it. */
import { TOGETHER } from '../../search/measure.ts';
import type { Results } from '../results.ts';
import { meanFound, PAPER_RECALLS, TABLE2_METHODS } from '../table2.ts';
import { meanSite, PAPER_TIMES, speedsOf, TIME_GOALS, timesOf } from '../table3.ts';
import { paragraph, type Row, type Section, source, strong, table } from './html.ts';
import { percent, share } from './numbers.ts';

export function foundSection({ found }: Results, command: string): Section {
  const sites = [...new Set(found.map(({ site }) => site))];
  const rows = TABLE2_METHODS.map((method): Row => {
    const cells = sites.flatMap((site) =>
      found
        .filter((one) => one.method === method && one.site === site)
        .map(({ recall, precision }) => `${percent(recall, 1)} · ${precision.toFixed(2)}`),
    );
    const { recall, precision, f1 } = meanFound(found, method);
    const paper = PAPER_RECALLS[method];
    return [
      method,
      ...cells,
      ...[strong(percent(recall, 1)), share(precision), share(f1)],
      paper === undefined ? '' : percent(paper, 1),
    ];
  });
  const pages = Math.max(...found.map((one) => one.pages));
  return {
    id: 'table2',
    title: 'Template blocks found (Chen et al., Table 2), and precision beside it',
    body: [
      paragraph(
        `${pages} pages of each site, as in the paper: share of the template blocks that are found, which is all that the paper gives, and behind the dot precision. Blocks of table and div, whatever a method’s own units are; a block without a word (») is none that two-stage can find. two-stage has the blocks of html5, two-stage-blocks those that an index of refrain has unless told otherwise; sst-tuned has for each site the threshold that is best on the very pages that are measured, for the paper does not say which it had.`,
      ),
      table(['method', ...sites, 'recall', 'precision', 'F1', 'recall in the paper'], rows),
      source('table2.json', command),
    ],
  };
}

export function timeSection({ times }: Results, command: string): Section {
  const all = timesOf(meanSite(times));
  const names = Object.keys(all.milliseconds);
  const speeds = speedsOf(times);
  const cells = (of: Readonly<Record<string, number>>, digits: number): string[] =>
    names.map((name) => of[name]?.toFixed(digits) ?? '');
  const rows: Row[] = [
    ...times.map((site): Row => [`${site.site}, ${site.pages} pages`, ...cells(timesOf(site).milliseconds, 0)]),
    ['mean', ...cells(all.milliseconds, 0)],
    ['MB of HTML a second', ...cells(speeds, 1)],
    ['the paper, mean, unit not given', ...cells(PAPER_TIMES, 2)],
  ];
  const saved = (name: string): string => percent(all.faster[name] ?? Number.NaN, 1);
  return {
    id: 'table3',
    title: 'Time, the building of the index included (Chen et al., Table 3)',
    body: [
      paragraph(
        `Milliseconds to index a site, medians of rounds in which each has its turn. two-stage takes ${percent(all.share, 1)} more than an index without detection (a negative share is time that is saved: what is left out need not be written); not more than ${percent(TIME_GOALS.share, 0)} was to be shown. It saves ${saved('shingle')} of the time of shingle and ${saved('sst')} of that of the Site Style Tree; the paper says 20.09 %, and 29.27 % if its figures are laid over the same base.`,
      ),
      paragraph(
        `shingle and sst read pages with parse5, judge every page, and then all pages are indexed without detection: what it takes to leave words out is not counted against them. parse5 is slower than the parser of the index, which is not their fault; with their trees given, two-stage saves ${saved('shingle, parsed before')} and ${saved('sst, parsed before')}. They are plain TypeScript, the index is WebAssembly.`,
      ),
      table(['', ...names], rows),
      source('table3.json', command),
    ],
  };
}

export function searchSection({ searches }: Results, command: string): Section {
  const scopes = [...new Set(searches.map(({ scope }) => scope))];
  const rankings = [...new Set(searches.map(({ ranking }) => ranking))];
  const templates = [...new Set(searches.map(({ template }) => template))];
  const rows = scopes.flatMap((name) =>
    templates.map((kind): Row => {
      const own = searches.filter(({ scope, template }) => scope === name && template === kind);
      const figures = rankings.flatMap((by) =>
        own
          .filter(({ ranking }) => ranking === by)
          .flatMap(({ mrr, hits, better, worse }) => [share(mrr), share(hits), `${better} · ${worse}`]),
      );
      const label = `${name}, ${kind}`;
      return [
        name === TOGETHER ? strong(label) : label,
        String(own[0]?.queries ?? 0),
        share(own[0]?.wordsKept ?? 0),
        ...figures,
      ];
    }),
  );
  return {
    id: 'known-items',
    title: 'Search: pages found again by what they are called',
    body: [
      paragraph(
        'Titles, without what is the site’s, and first headings, each looked for in an index of the bodies alone; texts that two pages have are no queries. Mean reciprocal rank of the page; share of the queries that have it among the first ten, which with one right page a query is what Chen et al. give as the mean number of relevant results among the first ten (6.5 of ten for theirs, 6.85 for shingle, 4.65 without removal, of twenty queries that people judged). Up and down: queries whose page stands further up, or further down, than with nothing left out. A template that names its own page (“Retrieved from …”) helps it to be found by that name; leaving it out is right, and costs what it gave.',
      ),
      table(
        ['index', 'queries', 'words kept', ...rankings.flatMap((by) => [`${by}: MRR`, 'top ten', 'up · down'])],
        rows,
      ),
      source('known-items.json', command),
    ],
  };
}
