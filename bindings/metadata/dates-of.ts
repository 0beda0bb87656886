/** When a page was published and changed. */
import { dateIn } from './dates.ts';
import type { Fact, Named } from './facts.ts';
import type { LinkedData } from './linked-data.ts';
import type { Near } from './metadata.ts';
import type { DateSource, PageDate } from './records.ts';

export interface DateEvidence {
  readonly data: LinkedData;
  readonly meta: Named;
  readonly micro: Named;
  readonly near: Near;
  readonly now: number;
  /** The path of the URL. */
  readonly url: string;
}

/** Names of `meta` elements for either date. */
const PUBLISHED = [
  ...['article:published_time', 'og:published_time', 'article:published', 'og:article:published_time'],
];
const NAMES: readonly (readonly [DateSource, published: readonly string[], modified: readonly string[]])[] = [
  ['open-graph', PUBLISHED, ['article:modified_time', 'og:updated_time', 'og:modified_time', 'article:modified']],
  [
    'meta',
    [
      'date',
      'pubdate',
      'publishdate',
      'publish_date',
      'publish-date',
      'published',
      'publication_date',
      'citation_publication_date',
      'citation_date',
      'parsely-pub-date',
      'sailthru.date',
      'article.published',
      'dateposted',
      'releasedate',
    ],
    ['last-modified', 'modified', 'revised', 'lastmod', 'article.updated', 'updated'],
  ],
  [
    'dublin-core',
    ['dc.date', 'dc.date.issued', 'dcterms.created', 'dcterms.issued', 'dc.date.created', 'dcterms.date'],
    ['dcterms.modified', 'dc.date.modified'],
  ],
];

/** Words that say that a date is that of a change. */
const CHANGED =
  /updated|modif|revised|edited|aktualisiert|geändert|bearbeitet|mis à jour|actualizad|aggiornat|atualizad|bijgewerkt|gewijzigd|uppdaterad|обновл|измен|更新|최종|수정/i;

export function datesOf(evidence: DateEvidence): { published?: PageDate; modified?: PageDate } {
  const published = first(evidence, false);
  const modified = first(evidence, true);
  return { ...(published && { published }), ...(modified && { modified }) };
}

function first(evidence: DateEvidence, isChange: boolean): PageDate | undefined {
  for (const [from, texts] of textsOf(evidence, isChange)) {
    for (const text of texts) {
      const value = dateIn(text.slice(0, 200), evidence.now);
      if (value !== undefined) return { value, from };
    }
  }
  return undefined;
}

function* textsOf(
  { data, meta, micro, near, url }: DateEvidence,
  isChange: boolean,
): Generator<[DateSource, string[]]> {
  yield ['json-ld', data.texts(isChange ? 'dateModified' : 'datePublished')];
  for (const [from, published, modified] of NAMES) yield [from, meta.all(...(isChange ? modified : published))];
  yield ['microdata', micro.all(isChange ? 'datemodified' : 'datepublished')];
  const facts = [...near.after.slice(0, 12), ...near.before.slice(0, 4)];
  const says = ({ text, attributes }: Fact): string => `${attributes.get('class') ?? ''} ${text}`;
  const isOfKind = (fact: Fact): boolean => CHANGED.test(says(fact)) === isChange;
  const times = facts.filter(({ name }) => name === 'time').filter(isOfKind);
  yield ['time', times.map(({ text, attributes }) => attributes.get('datetime') ?? text)];
  const dated = facts.filter(
    (fact) =>
      fact.name !== 'meta' && fact.text.length <= 100 && /date|time|publish|posted|modif|updat/i.test(says(fact)),
  );
  yield ['text', dated.filter(isOfKind).map(({ text }) => text)];
  yield [
    'text',
    [...near.linesAfter.slice(0, 8), ...near.linesBefore.slice(0, 3)].filter(
      (line) => CHANGED.test(line) === isChange && line.length <= 100,
    ),
  ];
  const day = /\/(\d{4})[/-](\d\d)[/-](\d\d)(?=[/-])/.exec(url);
  if (!isChange && day) yield ['url', [day.slice(1).join('-')]];
}
