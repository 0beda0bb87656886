/**
 * All outputs of a page, for the property tests, the bench of stress pages and the fuzzer. A test fails if they lack a
 * member of a page.
 */
import { type Page, RefrainError } from 'refrain';

export interface Output {
  /** Members of a page in the output. */
  readonly members: readonly string[];
  write(page: Page<never>): string | Uint8Array;
  /** Maximum bytes for each byte of the page, in addition to `BYTES_MIN`. */
  readonly bytesPerByte: number;
  /**
   * True if the module makes it in one call and counts its steps. Steps for a part of a page depend on the verdicts.
   */
  readonly isCounted: boolean;
}

/** Bytes that any output may have. */
export const BYTES_MIN = 1 << 16;

const output = (
  members: readonly string[],
  bytesPerByte: number,
  write: Output['write'],
  isCounted = true,
): Output => ({ members, bytesPerByte, write, isCounted });

const url = `https://a.example/${'b/'.repeat(50)}`;

/** Explanations are read one by one. */
const EXPLAINED = 10;

export const OUTPUTS: Readonly<Record<string, Output>> = {
  text: output(['text', 'textBytes'], 2, (page) => page.textBytes('all')),
  'text of the content': output([], 2, (page) => page.text('content'), false),
  markdown: output(['markdown'], 16, (page) => page.markdown('all', { url })),
  'markdown of the content': output([], 16, (page) => page.markdown('content', { hidden: true }), false),
  'clean HTML': output(['html'], 16, (page) => page.html('all')),
  'HTML without the template': output([], 1, (page) => page.html('content', { mode: 'cut' })),
  JSON: output(['toJSON', 'blocks'], 64, (page) => JSON.stringify(page), false),
  explanations: output(
    ['lengths'],
    64,
    (page) => JSON.stringify(page.blocks.slice(-EXPLAINED).map((block) => block.explain())),
    false,
  ),
  metadata: output(['metadata', 'title'], 16, (page) => JSON.stringify(page.metadata({ url })), false),
  document: output(['document'], 64, (page) => JSON.stringify(page.document({ url })), false),
  links: output([], 64, (page) => JSON.stringify(page.document({ url, fields: ['links'] })), false),
  'title element': output(['titleElement'], 2, (page) => page.titleElement),
  data: output(['embeddedData'], 2, (page) => page.embeddedData.join('\n'), false),
  marks: output(
    ['contentHash', 'contentDigest', 'kind', 'kindConfidence', 'confidence', 'templateShare'],
    1,
    (page) => `${page.contentHash}${page.contentDigest}${page.kind}${page.kindConfidence}${page.confidence}`,
    false,
  ),
};

/**
 * All outputs of a page as text, or the codes of their errors.
 *
 * @throws {RangeError} for an output that is too long for this number of bytes
 */
export function outputsOf(page: Page<never>, bytes: number): string[] {
  return Object.entries(OUTPUTS).map(([name, { bytesPerByte, write }]) => {
    try {
      const text = Buffer.from(write(page));
      if (text.length > bytesPerByte * bytes + BYTES_MIN)
        throw new RangeError(`${name}: ${text.length} bytes of ${bytes}`);
      return text.toString();
    } catch (error) {
      if (error instanceof RefrainError && error.code !== 'CORE_FAILED') return error.code;
      throw error;
    }
  });
}

/** Members of a page that are numbers and flags, or change the view. */
export const NO_OUTPUTS: readonly string[] = [
  ...['constructor', 'number', 'counted', 'fresh', 'layout', 'isNewLayout', 'work', 'encoding', 'keep', 'keepAll'],
];

// All outputs of the command for a folder of pages, for the same tests. A test fails if a format or a command is
// missing here.

const FORMATS = ['ndjson', 'text', 'markdown', 'html', 'csv', 'chunks', 'warc', 'wet', 'bulk', 'minisearch'];

/** The pages of an output, and the file or folder that it writes. */
interface Places {
  readonly pages: string;
  readonly out: string;
}

type Calls = (places: Places) => readonly string[];

const CALLS: Readonly<Record<string, Calls>> = {
  ...Object.fromEntries(
    FORMATS.map((name): [string, Calls] => [name, ({ pages }) => [`${pages} --format ${name} -q`]]),
  ),
  fields: ({ pages }) => [
    `${pages} --fields id,text,markdown,html,title,titleElement,authors,published,blocks,links -q`,
  ],
  'cells with text': ({ pages }) => [`${pages} --format csv --fields id,text,markdown,authors -q`],
  structured: ({ pages }) => [`${pages} --structured --print text -q`],
  value: ({ pages }) => [`${pages} --print markdown -q`],
  files: ({ pages, out }) => [`${pages} --format markdown --out ${out} -q`],
  rules: ({ pages }) => [`rules ${pages} -q`],
  rows: ({ pages }) => [`rows ${pages} -q`],
  report: ({ pages, out }) => [`report ${pages} --out ${out} -q`],
};

export const COMMAND_OUTPUTS: readonly string[] = Object.keys(CALLS);

/** The words of the successive calls for an output. Places have no spaces. */
export const callsOf = (name: string, places: Places): readonly (readonly string[])[] =>
  (CALLS[name] as Calls)(places).map((call) => call.split(' '));

/**
 * Commands that write names and numbers of sites; servers, whose answers have separate tests; and a crawl, which needs
 * a server and writes pages in these formats.
 */
export const NO_COMMAND_OUTPUTS: readonly string[] = ['state', 'mcp', 'serve', 'crawl'];
