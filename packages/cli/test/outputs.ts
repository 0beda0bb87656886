/** All outputs that have fields of a page, and the fields on which they differ. */
import { Sites, step } from '@refrain/crawl';
import { withTemplates } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import { Detector, extract, type PageField } from 'refrain';
import { FIELDS, recordOf } from 'refrain/engine';
import { checkAnswer } from '../../restate/src/messages.ts';
import { Tools } from '../src/commands/mcp/tools.ts';
import { csvRow } from '../src/write/formats/csv.ts';
import { refrain, withFolder } from './command.ts';
import { withServer } from './serve-server.ts';

export interface OutputPage {
  readonly url: string;
  readonly site: string;
  readonly html: string;
}

export type OutputFields = Readonly<Record<string, unknown>>;
type Evidence = 'joint' | 'repetition';
export type Outputs = Readonly<Record<string, OutputFields>>;

const parsed = (json: string): OutputFields => JSON.parse(json) as OutputFields;
const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Includes undefined values, so that a missing value is a difference. */
const pick = (names: readonly string[], facts: object): OutputFields =>
  Object.fromEntries(names.map((name) => [name, (facts as OutputFields)[name]]));

const open = (evidence: Evidence): Promise<Sites> => Sites.open({ store: new MemoryLevel(), evidence });

const cellsOf = (row: string): string[] =>
  [...row.matchAll(/("(?:[^"]|"")*"|[^,\n]*)[,\n]/g)].map(([, cell = '']) => cell);

async function ofLibrary({ url, site, html }: OutputPage, evidence: Evidence, fields: readonly PageField[]) {
  using detector = await Detector.create({ evidence });
  const page = detector.learn(html, { id: url });
  const { blocks: _, ...record } = page.toJSON();
  const whole = page.document({ url });
  const names = Object.keys(whole);
  const sites = await open(evidence);
  const learned = await sites.learn(url, html, { site });
  const request = checkAnswer({ fields }, evidence === 'joint');
  const tools = new Tools(await open(evidence), {
    ...{ state: undefined, root: '.', maxPages: 10, maxLength: 1e9, web: false, allowPrivate: false },
  } as ConstructorParameters<typeof Tools>[1]);
  const { fields: answer, markdown } = await tools.cleanPage({ html, url, site });
  const pages = [{ url, html }];
  const detecting = { evidence };
  const [stepped, chosen] = [
    await step({ site, pages, options: detecting }),
    await step({ site, pages, options: { ...detecting, fields } }),
  ];
  const streamed: OutputFields[] = [];
  for await (const { document } of (await open(evidence)).documents([{ url, html, site }], { fields }))
    streamed.push(pick(fields, document ?? {}));
  return {
    'page.document': pick(names, whole),
    ...(evidence === 'joint' && { extract: pick(names, await extract(html, { url })) }),
    'page.metadata': { ...page.metadata({ url }) },
    'page.toJSON': record,
    'sites.document': pick(fields, await (await open(evidence)).document(url, html, { site, fields })),
    step: pick(names, stepped.documents[0]?.document ?? {}),
    'step with fields': pick(fields, chosen.documents[0]?.document ?? {}),
    'sites.documents': streamed[0] ?? {},
    Crawlee: await ofCrawlee(await open(evidence), { url, site, html }),
    restate: pick(request.fields, recordOf(learned, request.fields, { url, site, part: request.part })),
    mcp: { ...answer, markdown },
    'metadata of mcp': (answer as { readonly metadata: OutputFields }).metadata,
  };
}

async function ofCrawlee(sites: Sites, { url, html }: OutputPage): Promise<OutputFields> {
  let handled: OutputFields = {};
  await withTemplates(sites, ({ template }) => {
    handled = template as unknown as OutputFields;
  })({
    request: { url, loadedUrl: url, uniqueKey: url, method: 'GET', noRetry: false, userData: {} },
    crawler: {
      config: { getEventManager: () => ({ on: () => undefined, off: () => undefined }) },
      stop: () => undefined,
    },
    log: { warningOnce: () => undefined },
    response: { statusCode: 200, headers: { 'content-type': 'text/html' } },
    body: html,
  } as never);
  return handled;
}

const frontMatter = (markdown: string): OutputFields => {
  const [, lines = '', body] = /^(?:---|<!--\f[^\n]*)\n(.*?)^(?:---|-->)\n\n(.*)$/ms.exec(markdown) ?? [];
  const members = linesIn(lines).map((line) => line.split(/: (.*)/s));
  return { ...Object.fromEntries(members.map(([name = '', json = '']) => [name, JSON.parse(json)])), markdown: body };
};

/** Outputs of the command, by URL: a run for each format. */
async function ofCommand(pages: readonly OutputPage[], evidence: Evidence, fields: readonly PageField[]) {
  const found = new Map(pages.map(({ url }) => [url, {} as Record<string, OutputFields>]));
  const add = (url: unknown, output: string, facts: OutputFields): void => {
    Object.assign(found.get(url as string) ?? {}, { [output]: facts });
  };
  const input = pages.map((page) => `${JSON.stringify(page)}\n`).join('');
  await withFolder({ 'in.ndjson': input }, async (folder) => {
    const run = async (...words: string[]): Promise<string> => {
      const { code, stdout, stderr } = await refrain(folder, 'in.ndjson', '--evidence', evidence, '-q', ...words);
      if (code !== 0) throw new Error(stderr);
      return stdout;
    };
    const lines = linesIn(await run('--fields', fields.join())).map(parsed);
    for (const line of lines) add(line['url'], 'ndjson', pick(fields, line));
    const columns = fields.filter((name) => !['blocks', 'posts', 'links', 'text', 'markdown', 'html'].includes(name));
    const cells = cellsOf(await run('--format', 'csv', '--fields', columns.join())).slice(columns.length);
    for (const line of lines) {
      const row = cellsOf(csvRow(columns.map((name) => line[name])));
      const read = cells.splice(0, columns.length);
      // An equal cell is replaced by the line's value.
      const values = columns.map((name, at) => [name, read[at] === row[at] ? line[name] : read[at]]);
      add(line['url'], 'csv', Object.fromEntries(values));
    }
    const markdown = await run('--format', 'markdown', '--frontmatter', columns.join());
    for (const page of markdown.slice(0, pages.length > 1 ? -1 : undefined).split(/\n(?=<!--\f)/)) {
      const facts = frontMatter(page);
      add(facts['url'], 'front matter', pick([...columns, 'markdown'], facts));
    }
    for (const line of linesIn(await run('--format', 'minisearch')).map(parsed)) add(line['url'], 'minisearch', line);
    for (const line of linesIn(await run('--format', 'chunks')).map(parsed)) {
      const { id: _, text: __, pageId: id, url, title, site } = line;
      add(url, 'chunks', { id, url, title, site });
    }
  })();
  await withServer(['--evidence', evidence, '--max-page-bytes', '32MiB'], async ({ address }) => {
    for (const { url, site, html } of pages) {
      const ask = async (accept: string): Promise<string> => {
        const query = new URLSearchParams({ url, site, ...(accept.endsWith('json') && { fields: fields.join() }) });
        return (await fetch(`${address}document?${query}`, { method: 'POST', body: html, headers: { accept } })).text();
      };
      const [json, markdown, text] = [
        await ask('application/json'),
        await ask('text/markdown'),
        await ask('text/plain'),
      ];
      add(url, 'serve', pick(fields, parsed(json)));
      add(url, 'serve as text', { markdown, text: text.replace(/\n$/, '') });
    }
  });
  return found;
}

/** The library reads text, the command reads bytes: character sets and source offsets differ. */
const COMPARED = (Object.keys(FIELDS) as PageField[]).filter((name) => name !== 'encoding' && name !== 'blocks');

/** The outputs of each page, in order. The URL of a page is its id. */
export async function outputsOf(
  pages: readonly OutputPage[],
  evidence: Evidence,
  fields: readonly PageField[] = COMPARED,
): Promise<Outputs[]> {
  const command = await ofCommand(pages, evidence, fields);
  const all: Outputs[] = [];
  for (const page of pages) all.push({ ...(await ofLibrary(page, evidence, fields)), ...command.get(page.url) });
  return all;
}

/** Front matter omits empty fields. */
const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

/** Fields whose values differ, with the first two values. */
export function differences(outputs: Outputs): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const first = new Map<string, readonly [json: string, output: string]>();
  for (const [output, facts] of Object.entries(outputs)) {
    for (const [name, value] of Object.entries(facts)) {
      const json = (isEmpty(value) ? undefined : JSON.stringify(value)) ?? 'nothing';
      const [other, where] = first.get(name) ?? [json, output];
      first.set(name, [other, where]);
      if (json !== other) found[name] ??= `${where}: ${other.slice(0, 80)}; ${output}: ${json.slice(0, 80)}`;
    }
  }
  return found;
}
