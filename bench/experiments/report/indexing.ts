/** Template detection while an index is built: Tables 2 and 3 of Chen et al., and its effect on search. */
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
    title: 'Recall of template blocks (Chen et al., Table 2), and precision',
    body: [
      paragraph(
        `${pages} pages of each site, as in the paper. Before the dot: recall of template blocks, the only figure in the paper; behind it: precision. Blocks are those of table and div, whatever the units of a method are. two-stage cannot find a block without a word (»). two-stage has the separators html5; two-stage-blocks has the default separators of an index of refrain. sst-tuned has the best threshold on the measured pages of each site, since the paper does not give its threshold.`,
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
    ['MB of HTML per second', ...cells(speeds, 1)],
    ['the paper, mean, unit not given', ...cells(PAPER_TIMES, 2)],
  ];
  const saved = (name: string): string => percent(all.faster[name] ?? Number.NaN, 1);
  return {
    id: 'table3',
    title: 'Time to detect template and to build the index (Chen et al., Table 3)',
    body: [
      paragraph(
        `Median milliseconds to index a site; every round runs each contender once. two-stage takes ${percent(all.share, 1)} more time than an index without detection (negative: it saves time, since removed words are not written); the goal is at most ${percent(TIME_GOALS.share, 0)}. It saves ${saved('shingle')} of the time of shingle and ${saved('sst')} of the time of the Site Style Tree. The paper reports 20.09 %, and 29.27 % computed from its figures with the same base.`,
      ),
      paragraph(
        `shingle and sst parse with parse5 and judge every page; then all pages are indexed without detection, so the time to leave words out is not counted. parse5 is slower than the parser of the index. Without the time to parse, two-stage saves ${saved('shingle, parsed before')} and ${saved('sst, parsed before')}. shingle and sst are plain TypeScript, the index is WebAssembly.`,
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
    title: 'Search: pages by their titles and headings',
    body: [
      paragraph(
        'The queries are titles, without the parts of the site, and first headings. The index has only the bodies. Texts that two pages share are not queries. MRR is the mean reciprocal rank of the page. Top ten is the share of queries whose page is among the first ten; with one relevant page a query, this is the mean number of relevant results among the first ten, which Chen et al. report (6.5 for their method, 6.85 for shingle, 4.65 without removal, for twenty queries with human judgements). Up and down: queries whose page ranks higher, or lower, than without removal. A template that contains the title of its page (“Retrieved from …”) helps this search; its removal is correct and costs some rank.',
      ),
      table(
        ['index', 'queries', 'words kept', ...rankings.flatMap((by) => [`${by}: MRR`, 'top ten', 'up · down'])],
        rows,
      ),
      source('known-items.json', command),
    ],
  };
}
