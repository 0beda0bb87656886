/** Fields of a page as plain data. Each is computed only where it is asked for. */
import type { BlockKind, BlockRecord, Choice, Page, PageKind } from 'refrain';
import { OptionError } from 'refrain';
import { oneOf, shown } from 'refrain/unstable';

/** What each field has. */
export interface PageFields {
  url: string;
  /** Identity of the page on its site. */
  id: string;
  site: string;
  /** Empty if the page has none. */
  title: string;
  /** Number of the page: how many pages of the site are counted. */
  page: number;
  /** Whether this call counted it. */
  counted: boolean;
  /** Missing where it is unknown. */
  kind: PageKind;
  /** How sure the kind is, 0 to 1. */
  kindConfidence: number;
  /** Share of the text that is template, 0 to 1. */
  templateRatio: number;
  /** Unicode code points of text in blocks of each kind. */
  lengths: Readonly<Record<BlockKind, number>>;
  /** The text of the part. */
  content: string;
  /** The same as `content`. */
  text: string;
  /** The text of the main content. */
  main: string;
  /** The text of the comments of readers. */
  comments: string;
  /** A clean document with the part. */
  html: string;
  blocks: BlockRecord[];
}

export type PageField = keyof PageFields;

/** Where a page came from, and which part of it the fields have. */
export interface FieldSource {
  readonly url?: string | undefined;
  readonly id?: string | undefined;
  readonly site?: string | undefined;
  readonly part: Choice;
}

type Readers = { readonly [F in PageField]: (page: Page, source: FieldSource) => PageFields[F] | undefined };

/** Shares are cut to the ten-thousandth. */
const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((1e4 * part) / whole) / 1e4);

const READERS: Readers = {
  url: (_, { url }) => url,
  id: (_, { id }) => id,
  site: (_, { site }) => site,
  title: (page) => page.title,
  page: (page) => page.number,
  counted: (page) => page.counted,
  kind: (page) => page.kind,
  kindConfidence: (page) => page.kindConfidence,
  templateRatio: ({ lengths: { template, content } }) => share(template, template + content),
  lengths: (page) => page.lengths,
  content: (page, { part }) => page.text(part),
  text: (page, { part }) => page.text(part),
  main: (page) => page.text('main'),
  comments: (page) => page.text('comments'),
  html: (page, { part }) => page.html({ keep: part }),
  blocks: (page) => page.blocks.map((block) => block.toJSON()),
};

/** All fields. */
export const PAGE_FIELDS = Object.keys(READERS) as readonly PageField[];

/** Whether a field needs a model. */
export const isMainField = (field: string): boolean => field === 'main' || field === 'comments';

/**
 * Checks names of fields, each of which counts once.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkFields(fields: unknown): readonly PageField[] {
  if (!Array.isArray(fields) || fields.length === 0)
    throw new OptionError(`fields must be an array of names of fields, not ${shown(fields)}`);
  return [...new Set(Array.from(fields, (field: unknown) => oneOf('fields', field, PAGE_FIELDS)))];
}

/** Some fields of a page, in the given order, without those that it does not have. */
export function fieldsOf<N>(
  page: Page<N>,
  fields: readonly PageField[],
  source: FieldSource,
): Partial<Readonly<PageFields>> {
  const values = fields.map((field): [PageField, unknown] => [field, READERS[field](page as Page, source)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
