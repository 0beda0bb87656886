/** `--fields`: the members of a JSON line, and the columns of a table. */
import type { Page, Part } from 'refrain';
import { contextOf, field, FIELDS as PAGE_FIELDS, RecordSource } from 'refrain/engine';
import type { StructuredReader } from 'refrain/structured';
import { suggestion, usageError } from '../arguments/flag-kinds.ts';
import type { BatchJudgement } from '../judge/page-writer.ts';
import { fetchedAt, knownUrl, sourceOf, type Task } from '../read/task.ts';

/** The source of fields: a page, its task, and options of the run. */
export class RunSource extends RecordSource {
  readonly task: Task;
  readonly parts: Parts;
  declare readonly page: Page;

  constructor({ changed: page, shown, learned }: BatchJudgement, task: Task, parts: Parts) {
    super(page, contextOf(page), { url: knownUrl(task), site: task.site, part: parts.keep, shown, learned }, FIELDS);
    this.task = task;
    this.parts = parts;
  }
}

/** Fields of pages and of runs. The documents contain these descriptions. */
export const FIELDS = {
  ...PAGE_FIELDS,
  /**
   * Why the part is nearly empty: `no-main`, `no-content`, `no-text`. Or why a fetched page is not the requested page:
   * `login`, `consent`, `script-only`, `soft-404`.
   */
  reason: field('reason', ({ task, shown }: RunSource) => task.missing ?? shown.reason),
  /** Source of the page: a path below the inputs, an archive with an offset, or a URL. */
  source: field('text', ({ task }: RunSource) => sourceOf(task), 'path file filename'),
  /** When the page was fetched by the command, or by the writer of its WARC, in ISO 8601. */
  fetched: field('text', ({ task }: RunSource) => fetchedAt(task)),
  /** Present if `--max-removed` kept the page whole. */
  passed: field('flag', ({ context }: RunSource) => context.decided['passed'] as true | undefined),
  /** With `--structured`: text that only the data of the page contain, such as JSON-LD. */
  structured: field('text', ({ page, parts }: RunSource) => parts.structured?.text(page) || undefined),
};

/** The text of a page. With `--structured`, the text of its data follows. */
export const textWithData = (source: RunSource): string =>
  Object.values(source.values(['text', 'structured']))
    .filter((text) => text !== '')
    .join('\n');

export type Field = keyof typeof FIELDS;

const NAMES = Object.keys(FIELDS) as readonly Field[];

/** Lists of records, which are not columns of a table. */
const LISTS: readonly string[] = ['blocks', 'posts', 'links'] satisfies readonly Field[];

export const USUAL_FIELDS = [
  ...(['id', 'url', 'site', 'title', 'authors', 'published', 'language', 'kind', 'confidence', 'reason'] as const),
  ...(['passed', 'structured'] as const),
] satisfies readonly Field[];

const SYNONYMS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FIELDS).flatMap(([name, { synonyms }]) => (synonyms.match(/\S+/g) ?? []).map((word) => [word, name])),
);

interface FieldFlags {
  readonly fields: string | undefined;
  readonly structured: boolean;
  readonly maxRemoved: number | undefined;
}

/** The fields of a run. Empty for formats without fields. */
export function readFields(
  { fields: text, structured, maxRemoved }: FieldFlags,
  { fields: usual, isTable }: { readonly fields?: readonly Field[]; readonly isTable?: true },
): readonly Field[] {
  if (usual === undefined) {
    if (text !== undefined) throw usageError('--fields: works only with --format ndjson, csv or value');
    return [];
  }
  const isMissing = { structured: !structured, passed: maxRemoved === undefined };
  if (text === undefined) return usual.filter((name) => !isMissing[name as keyof typeof isMissing]);
  const fields = readNames('--fields', text);
  const list = fields.find((name) => LISTS.includes(name));
  if (isTable && list !== undefined)
    throw usageError(`--fields: ${list} is a list, which cannot be a column of a table`);
  if (fields.includes('structured') && !structured) throw usageError('--fields: structured needs --structured');
  return fields;
}

/** The fields of a comma-separated list. */
export const readNames = (flag: string, text: string): readonly Field[] => [
  ...new Set(text.split(',').map((name) => fieldOf(flag, name.trim()))),
];

function fieldOf(flag: string, name: string): Field {
  const found = NAMES.find((known) => known === name);
  if (found !== undefined) return found;
  if (/^\w+[\s;|]+\w/.test(name))
    throw usageError(`${flag}: names have commas between them, without spaces: ${name.split(/[\s;|]+/).join(',')}`);
  const near = suggestion(name, NAMES, SYNONYMS);
  throw usageError(
    `${flag}: ${near === '' ? `must be some of ${NAMES.join(', ')}, separated by commas, not ${name}` : `no field ${name}${near}`}`,
  );
}

export interface Parts {
  readonly keep: Part | undefined;
  readonly out: string | undefined;
  readonly fields: readonly Field[];
  readonly frontmatter: readonly Field[];
  /** True for HTML as the source of the page without the removed parts. */
  readonly cut: boolean;
  readonly chunkWords: number | undefined;
  readonly bulkIndex: string | undefined;
  /** Reads text that is only in the data of a page. */
  readonly structured: StructuredReader | undefined;
}
