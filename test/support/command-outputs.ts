/**
 * All outputs of the command for a folder of pages, in one list, from which the property test, the bench of floods and the fuzzer take
 * them. A format or a command that is not in it fails a test.
 */

const FORMATS = ['ndjson', 'text', 'markdown', 'html', 'csv', 'chunks', 'warc', 'wet', 'bulk', 'minisearch'];

/** Where the pages of an output are, other pages of the same names, and the file or folder that it writes. */
interface Places {
  readonly pages: string;
  readonly old: string;
  readonly out: string;
}

type Calls = (places: Places) => readonly string[];

/** Calls of the command, by the name of the format or the command. */
const CALLS: Readonly<Record<string, Calls>> = {
  ...Object.fromEntries(
    FORMATS.map((name): [string, Calls] => [name, ({ pages }) => [`${pages} --format ${name} -q`]]),
  ),
  fields: ({ pages }) => [`${pages} --fields id,content,markdown,html,title,headline,authors,published,blocks -q`],
  'cells with text': ({ pages }) => [`${pages} --format csv --fields id,content,markdown,authors -q`],
  value: ({ pages }) => [`${pages} --print markdown -q`],
  files: ({ pages, out }) => [`${pages} --format markdown --out ${out} -q`],
  rules: ({ pages }) => [`rules ${pages} -q`],
  rows: ({ pages }) => [`rows ${pages} -q`],
  report: ({ pages, out }) => [`report ${pages} --out ${out} -q`],
  changed: ({ old, pages }) => [`changed ${old} ${pages} --format ndjson -q`],
  search: ({ pages, out }) => [`index ${pages} --out ${out} -q`, `search ${out} x a word --json -q`],
};

/** Names of all outputs. */
export const COMMAND_OUTPUTS: readonly string[] = Object.keys(CALLS);

/** The words of the calls that make an output, one after the other. Places have no spaces. */
export const callsOf = (name: string, places: Places): readonly (readonly string[])[] =>
  (CALLS[name] as Calls)(places).map((call) => call.split(' '));

/**
 * Commands that write nothing of a page, but names and numbers of sites; a server, whose answers have a test of their own; and a crawl,
 * which needs a server and writes pages in these formats.
 */
export const NO_COMMAND_OUTPUTS: readonly string[] = [
  'diff',
  'state',
  'help',
  'version',
  'mcp',
  'completion',
  'man',
  'crawl',
];
