/** `refrain mcp` with the client of the official SDK, over standard input and output; `refrain serve` over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as assert from 'uvu/assert';
import { runChecks } from '../checks.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const MAIN = at('../../packages/cli/dist/bin/main.js');
const SDK = new URL('../resolve-packages.mjs', import.meta.url).href;
const PAGES = at('../../docs/example-site/');

const root = mkdtempSync(join(tmpdir(), 'refrain-mcp-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'files/site'), { recursive: true });
const names = readdirSync(PAGES).sort();
for (const name of names) writeFileSync(join(root, 'files/site', name), readFileSync(join(PAGES, name)));
writeFileSync(join(root, 'secret.html'), '<p>secret');
symlinkSync(join(root, 'secret.html'), join(root, 'files/link.html'));

interface Answer {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly structured: unknown;
}

type Call = (name: string, input: Readonly<Record<string, unknown>>) => Promise<Answer>;

async function withServer(run: (call: Call, client: Client) => Promise<void>, ...words: string[]): Promise<void> {
  const client = new Client({ name: 'test', version: '1' });
  const args = ['--import', SDK, MAIN, 'mcp', '--root', join(root, 'files'), ...words];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
  await withClient(client, run);
}

async function withClient(client: Client, run: (call: Call, client: Client) => Promise<void>): Promise<void> {
  await client.listTools();
  try {
    await run(async (name, input) => {
      // The client has read the schemas, and refuses other answers.
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: input });
      const texts = (content as { text: string }[]).map(({ text }) => text);
      return { isError: isError === true, texts, structured: structuredContent };
    }, client);
  } finally {
    await client.close();
  }
}

const TOKEN = 'a-token-of-some-length';

/** `connect` returns a new client of `refrain serve` with a token. */
async function withHttpServer(
  run: (connect: () => Promise<Client>, address: string, server: ChildProcess) => Promise<void>,
  ...words: string[]
): Promise<void> {
  const args = ['--import', SDK, MAIN, 'serve', '--port', '0', ...words];
  const env = { ...process.env, REFRAIN_TOKEN: TOKEN };
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'exit');
  const [line] = (await once(server.stderr, 'data')) as [Buffer];
  const address = /http:\S+/.exec(line.toString())?.[0] ?? '';
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('mcp', address), { requestInit }));
    return client;
  };
  try {
    await run(connect, address, server);
  } finally {
    // A second signal would end the server at once.
    if (!server.killed) server.kill('SIGTERM');
  }
  assert.equal(await ended, [0, null]);
}

const parsed = <T>({ texts: [text = ''], isError, structured }: Answer): T => {
  assert.is(isError, false, text);
  assert.equal(structured, JSON.parse(text));
  return structured as T;
};

await runChecks({
  'lists its tools with schemas of their arguments and answers, those for the web only with --web': async () => {
    const names = ['clean_page', 'clean_site', 'site_template', 'explain_block'];
    const lists = (expected: readonly string[], ...words: string[]): Promise<void> =>
      withServer(
        async (_, client) => {
          const { tools } = await client.listTools();
          assert.equal(
            tools.map(({ name }) => name),
            expected,
          );
          assert.match(client.getInstructions() ?? '', 'Reads web pages without menus');
          for (const { name, title, inputSchema, outputSchema, annotations, description } of tools) {
            assert.is(title?.toLowerCase().replace(' ', '_'), name);
            assert.ok(inputSchema.type === 'object' && outputSchema?.type === 'object' && description, name);
            assert.equal([annotations?.readOnlyHint, annotations?.openWorldHint], [true, name.startsWith('read_')]);
          }
        },
        ...words,
      );
    await lists(names);
    await lists([...names, 'read_url', 'read_site'], '--web');
  },

  'models cannot read private addresses': () =>
    withServer(async (call) => {
      const { isError, texts } = await call('read_url', { url: 'http://127.0.0.1/' });
      assert.ok(isError);
      assert.match(texts[0] ?? '', /not in the public network.*ADDRESS_REFUSED/);
      const wrong = await call('read_site', { url: 'http://127.0.0.1/', maxPages: 'all' });
      assert.match(wrong.texts[0] ?? '', /^maxPages must be integer/);
    }, '--web'),

  'clean_page remembers the site between calls, and between servers with a store': async () => {
    const state = join(root, 'store');
    const sources = names.map((name) => readFileSync(join(PAGES, name), 'utf8'));
    const fields = ({ texts: [text = ''] }: Answer) =>
      JSON.parse(text) as { page: number; site: string; metadata: { title: string } };
    await withServer(
      async (call) => {
        for (const [at, html] of sources.slice(0, -1).entries()) {
          const answer = await call('clean_page', { html, url: `https://a.example/${at}` });
          const { page, site, metadata } = fields(answer);
          assert.equal([page, site], [at + 1, 'a.example']);
          assert.ok(answer.texts[1]?.startsWith(`# ${metadata.title}\n`));
          assert.is(answer.texts[0]?.split('"kind"').length, 2, 'metadata are not repeated');
          assert.equal(answer.structured, { ...JSON.parse(answer.texts[0] ?? ''), markdown: answer.texts[1] });
        }
      },
      ...['--state', state],
    );
    await withServer(
      async (call) => {
        const html = sources.at(-1) ?? '';
        const answer = await call('clean_page', { html, url: 'https://a.example/last', format: 'text' });
        assert.is(fields(answer).page, sources.length);
        assert.match(html, 'Newsletter');
        assert.not.match(answer.texts[1] ?? '', 'Newsletter');
        const known = parsed<{ sites: object[] }>(await call('site_template', {}));
        assert.equal(known.sites, [{ site: 'a.example', pages: sources.length }]);
      },
      ...['--state', state],
    );
  },

  'clean_page returns the main content, and comments on request': () =>
    withServer(async (call) => {
      const story = 'The river rose in the night, and by the morning the mill stood in water. '.repeat(9);
      const comment = 'Bob, on Monday: I saw it from my window, and it was high for hours.';
      const html = `<article><h1>A</h1><p>${story}</article><section class=comments><h2>Comments</h2><p>${comment}</section>`;
      const texts = await Promise.all(
        [{}, { keep: 'main+comments' }].map((keep) => call('clean_page', { html, ...keep })),
      );
      assert.equal(
        texts.map(({ texts: [, text = ''] }) => [text.includes('The river'), text.includes('Bob')]),
        [
          [true, false],
          [true, true],
        ],
      );
    }),

  'clean_site judges every page by all, and site_template lists what they repeat': () =>
    withServer(async (call) => {
      interface Site {
        readonly pages: readonly { readonly id: string; readonly title: string; readonly markdown: string }[];
        readonly omitted: number;
        readonly failures: readonly string[];
      }
      const input = { inputs: ['site'], keep: 'content', maxPages: 3 };
      const { pages, omitted, failures } = parsed<Site>(await call('clean_site', input));
      assert.equal([pages.length, omitted, failures], [3, names.length - 3, []]);
      assert.equal(
        pages.map(({ id }) => id),
        names.slice(0, 3),
      );
      assert.ok(pages.every(({ title, markdown }) => markdown.startsWith(`# ${title}\n`)));
      assert.not.match(pages[0]?.markdown ?? '', 'Newsletter');
      const { template } = parsed<{ template: { text: string; pages: number }[] }>(
        await call('site_template', { site: 'site' }),
      );
      assert.ok(template.some(({ text, pages: on }) => text === 'River Post' && on >= names.length));
    }),

  'explain_block returns the reason for a page in a file': () =>
    withServer(async (call) => {
      const answer = await call('explain_block', { file: join('site', names[0] ?? ''), text: 'River Post' });
      const { reason, ...block } = parsed<{ verdict: string; reason: string; templatePercent: number }>(answer);
      assert.ok(block.verdict === 'template' && block.templatePercent > 50 && block.templatePercent <= 100);
      assert.match(reason, 'template: log odds');
    }),

  'a wrong call is an answer with a code, and no file outside of the root is read': () =>
    withServer(async (call) => {
      const wrong: readonly [name: string, input: Readonly<Record<string, unknown>>, message: RegExp][] = [
        ['clean_page', {}, /either html or file.*INPUT_INVALID/],
        ['clean_page', { html: 'x', file: 'y' }, /either html or file/],
        ['clean_page', { html: 7 }, /^html must be string .*INPUT_INVALID/],
        ['clean_page', { html: 'x', url: 'nowhere' }, /URL_INVALID/],
        [
          'clean_page',
          { html: 'x', keep: 'rest' },
          /^keep must be equal to one of the allowed values: main, main\+comments/,
        ],
        ['clean_page', { file: '../secret.html' }, /outside of the folder/],
        ['clean_page', { file: join(root, 'secret.html') }, /outside of the folder/],
        ['clean_page', { file: 'link.html' }, /outside of the folder/],
        ['clean_page', { file: 'none.html' }, /no such file/],
        ['clean_site', {}, /must have required property 'inputs'/],
        ['clean_page', { html: 'x', title: 'y' }, /^the arguments must NOT have additional properties/],
        ['clean_site', { inputs: ['..'] }, /outside of the folder/],
        ['clean_site', { inputs: ['site'], maxPages: 0 }, /maxPages must be >= 1/],
        ['site_template', { site: 'unknown' }, /no page of unknown was read/],
        ['explain_block', { html: '<p>a', text: 'b' }, /no block of the page/],
        ['no_tool', {}, /there is no tool no_tool/],
      ];
      for (const [name, input, message] of wrong) {
        const { isError, texts } = await call(name, input);
        assert.ok(isError, name);
        assert.match(texts[0] ?? '', message);
        assert.not.match(texts[0] ?? '', /^secret/);
      }
      assert.is((await call('clean_page', { html: '<p>still here' })).isError, false);
    }),

  'a page of 10 MiB is cleaned; a message longer than any page is refused, and the server continues': () =>
    withServer(async (call) => {
      const [page, none] = [10, 80].map((mebibytes) => `<p>${'word '.repeat((mebibytes << 20) / 5)}`);
      assert.is((await call('clean_page', { html: page })).isError, false);
      const error = await call('clean_page', { html: none }).catch(({ message }: Error) => message);
      assert.match(String(error), 'a message has more than');
      assert.is((await call('clean_page', { html: '<p>still here' })).isError, false);
    }),

  'answers and pages of a call are limited by the options': () =>
    withServer(
      async (call) => {
        const { texts } = await call('clean_page', { html: `<p>${'word '.repeat(1000)}`, keep: 'content' });
        assert.match(texts[1] ?? '', /\(cut after 1000 characters\)$/);
        const { failures } = parsed<{ failures: string[] }>(await call('clean_site', { inputs: ['site'] }));
        assert.match(failures[0] ?? '', 'more than 2 pages');
      },
      ...['--max-pages', '2', '--max-length', '1000'],
    ),

  'over HTTP, clients share what the server has learned, also with its other routes': () =>
    withHttpServer(async (connect, address) => {
      const sources = names.map((name) => readFileSync(join(PAGES, name), 'utf8'));
      const headers = { authorization: `Bearer ${TOKEN}` };
      for (const [at, html] of sources.slice(0, -1).entries()) {
        const url = encodeURIComponent(`https://a.example/${at}`);
        const answer = await fetch(`${address}document?url=${url}`, { method: 'POST', body: html, headers });
        assert.is(answer.status, 200);
      }
      const input = { html: sources.at(-1) ?? '', url: 'https://a.example/last', format: 'text' };
      await withClient(await connect(), async (call) => {
        const { texts } = await call('clean_page', input);
        assert.is((JSON.parse(texts[0] ?? '') as { page: number }).page, sources.length);
        assert.not.match(texts[1] ?? '', 'Newsletter');
      });
      await withClient(await connect(), async (call) => {
        const { template } = parsed<{ template: object[] }>(await call('site_template', { site: 'a.example' }));
        assert.ok(template.length > 0);
        const known = parsed<{ sites: object[] }>(await call('site_template', {}));
        assert.equal(known.sites, [{ site: 'a.example', pages: sources.length }]);
      });
    }),

  'over HTTP, no file is read without --root, no address without --web, and nobody is answered without the token':
    async () => {
      await withHttpServer(async (connect, address) => {
        await withClient(await connect(), async (call, client) => {
          const { tools } = await client.listTools();
          const named = tools.map(({ name, inputSchema }) => [name, ...Object.keys(inputSchema.properties ?? {})]);
          assert.equal(named[0], ['clean_page', 'html', 'url', 'site', 'keep', 'format']);
          assert.equal(
            named.map(([name]) => name),
            ['clean_page', 'site_template', 'explain_block'],
          );
          for (const [name, input] of [
            ['clean_page', { file: '/etc/hostname' }],
            ['clean_site', { inputs: ['.'] }],
            ['read_url', { url: 'https://a.example/' }],
          ] as const) {
            const { isError, texts } = await call(name, input);
            assert.ok(isError, name);
            assert.match(texts[0] ?? '', /additional properties|no tool/);
          }
        });
        const message = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
        assert.is((await fetch(`${address}mcp`, message)).status, 401);
        const headers = { ...message.headers, authorization: `Bearer ${TOKEN}` };
        const damaged = await fetch(`${address}mcp`, { ...message, body: '{', headers });
        assert.is(((await damaged.json()) as { code: string }).code, 'REQUEST_INVALID');
      });
      await withHttpServer(
        async (connect) => {
          await withClient(await connect(), async (call) => {
            const { pages } = parsed<{ pages: object[] }>(await call('clean_site', { inputs: ['site'] }));
            assert.is(pages.length, names.length);
          });
        },
        ...['--root', join(root, 'files')],
      );
    },

  'over HTTP, a client that does not read its answer loses its place': () =>
    withHttpServer(
      async (_, address) => {
        const page = { html: '&'.repeat(3_900_000), keep: 'all' };
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'clean_page', arguments: page } };
        const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
        const options = { method: 'POST', headers: { ...headers, accept: 'application/json, text/event-stream' } };
        const silent = request(new URL('mcp', address), options);
        silent.on('error', () => undefined).end(JSON.stringify(call));
        // Its answer has begun, and is not read.
        await once(silent, 'response');
        const statuses: number[] = [];
        while (statuses.at(-1) !== 200 && statuses.length < 100) {
          const { status } = await fetch(`${address}document`, { method: 'POST', body: '<p>One', headers });
          statuses.push(status);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        assert.equal([statuses[0], statuses.at(-1)], [503, 200]);
      },
      ...['--concurrency', '1', '--timeout', '4', '--max-length', '10000000'],
    ),

  'over HTTP, many clients at the same time get their own answers, and a signal ends none of them': () =>
    withHttpServer(async (connect, _, server) => {
      const clients = await Promise.all(Array.from({ length: 16 }, connect));
      const calls = clients.map((client, at) =>
        client.callTool({
          name: 'clean_page',
          arguments: { html: `<p>${'words '.repeat(1e5)}${at}`, keep: 'all', format: 'text' },
        }),
      );
      const [first] = await Promise.all([calls[0], clients[1]?.listTools()]);
      assert.ok(first);
      server.kill('SIGTERM');
      for (const [at, call] of calls.entries()) {
        const found = await call.catch((error: Error) => error);
        // A connection may end before its request is read, but not while it is answered.
        if (found instanceof Error) assert.match(found.message, /fetch failed|SERVER_ENDS/);
        else assert.match((found.structuredContent as { fields?: object; text: string }).text, /words/, String(at));
      }
      await Promise.all(clients.map((client) => client.close()));
    }),
});
