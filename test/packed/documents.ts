/**
 * Runs the programs and commands of README.md and docs/ as printed, block after block in a folder for each document
 * with the installed packages. A server of this machine answers for all hosts, and is the registry of the packages of
 * this repository.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import type { Browser } from 'playwright-core';
import * as assert from 'uvu/assert';
import { type RecordingProxy, recordingProxy } from '../../integration/crawl/recording-proxy.ts';
import { type Block, matchesOutput, outputOf, readBlocks } from '../../scripts/docs/blocks.ts';
import { codeOf, SITE, writeCrawl } from '../../scripts/docs/programs.ts';
import { serve } from '../web/support/web.ts';
import {
  createProject,
  environment,
  type PackageTests,
  type Project,
  ROOT,
  run,
  type Tarball,
  writeInto,
} from './project.ts';

/** Blocks that need more than packages, and the check that runs each instead. */
const ELSEWHERE: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^npm (?:run|ci)\b/m, 'a clone of the repository'],
  [/restate/i, 'Restate: integration/restate'],
  [/@crawlee\/cheerio/, 'Crawlee: integration/crawlee'],
  [/^sbatch/m, 'SLURM: integration/slurm'],
  [/^podman/m, 'podman: test/packed/container.ts'],
  [/--archives/, 'a web archive: packages/crawl/test/archive'],
  [/process\.argv/, 'a log: packages/crawl/test/step'],
  [/^refrain mcp/m, 'a client: integration/mcp'],
  [/\bwget\b/, 'files on a server: integration/crawl'],
  [/portable_hash/, 'Spark'],
];

const PAGES = readdirSync(join(ROOT, SITE)).map((name) => readFileSync(join(ROOT, SITE, name)));
const [PAGE = Buffer.of()] = PAGES;

/** The readers' files. Commands of the documents write the example site, `site/`. */
function writeOwnFiles(folder: string): void {
  writeCrawl(folder);
  writeInto(folder, 'page.html', PAGE);
  writeInto(folder, 'cookies.txt', 'wiki.example\tFALSE\t/\tTRUE\t0\tsession\tsecret\n');
  writeInto(folder, 'rules/example.org.txt', 'body: //article\n');
  for (const [at, page] of PAGES.entries()) writeInto(folder, `forum/${at}.html`, page);
  const lines = PAGES.map((html, at) => `${JSON.stringify({ url: `https://a.example/${at}`, html: String(html) })}\n`);
  writeInto(folder, 'crawl.ndjson.gz', gzipSync(lines.join('')));
  writeInto(folder, 'pages.ndjson', lines.join(''));
  for (const name of ['clean.py', 'server.py']) cpSync(join(ROOT, 'examples', name), join(folder, name));
}

/** Hosts of documents, with one page. */
const HOSTS = ['example.org', 'a.example', 'docs.example', 'wiki.example', 'example.com'];

const hostServer = (): Promise<RecordingProxy> =>
  recordingProxy(({ url }, response) => {
    const isPage = !/\.(?:txt|xml|gz)$/.test(url.pathname);
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? PAGE : '');
  }, HOSTS);

/** A registry of the packed packages. `upstream` has all others. */
async function startRegistry(packages: readonly Tarball[], upstream: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    const tarball = packages.find((packed) => basename(packed.tarball) === basename(path))?.tarball;
    if (tarball !== undefined) {
      createReadStream(tarball).pipe(response);
      return;
    }
    const packed = packages.find(({ name }) => path === `/${name}`);
    if (packed === undefined) {
      response.writeHead(307, { location: new URL(request.url ?? '/', upstream).href }).end();
      return;
    }
    const manifest = JSON.parse(readFileSync(join(packed.unpacked, 'package.json'), 'utf8')) as { version: string };
    const dist = { tarball: `http://${request.headers.host}/${basename(packed.tarball)}` };
    const { version } = manifest;
    const versions = { [version]: { ...manifest, dist } };
    response.end(JSON.stringify({ name: packed.name, 'dist-tags': { latest: version }, versions }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** A folder for the blocks of one document, in order. */
class Reader {
  readonly #folder: string;
  readonly #browser: Browser;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, browser: Browser, env: NodeJS.ProcessEnv) {
    [this.#folder, this.#browser] = [folder, browser];
    const path = [join(folder, 'global/bin'), join(folder, 'node_modules/.bin'), process.env['PATH']].join(':');
    this.#env = { ...env, PATH: path, npm_config_prefix: join(folder, 'global'), npm_config_yes: 'true' };
  }

  async execute(block: Block): Promise<string> {
    if (block.language === 'sh') return this.#runCommands(block.code);
    if (block.language === 'python') return run(this.#folder, 'python3', ['-c', block.code], this.#env);
    const code = codeOf(block) ?? '';
    if (block.language === 'html') return this.#open(block.code);
    const file = `program-${block.line}.mjs`;
    writeInto(this.#folder, file, (await transform(code, { loader: 'ts' })).code);
    return run(this.#folder, process.execPath, [file], this.#env);
  }

  /** A server on a separate line runs until the block ends, as in a second terminal. */
  async #runCommands(code: string): Promise<string> {
    const isServer = (line: string): boolean => /^refrain serve [^&]*$/.test(line);
    const lines = code.split('\n');
    const servers = await Promise.all(lines.filter(isServer).map((line) => this.#start(line)));
    const others = lines.filter((line) => !isServer(line)).join('\n');
    try {
      return await run(this.#folder, 'bash', ['-euo', 'pipefail', '-c', others], this.#env);
    } finally {
      for (const server of servers) {
        server.kill();
        await once(server, 'exit');
      }
    }
  }

  /** Resolves when the server has printed its URL. */
  async #start(line: string): Promise<ChildProcess> {
    const env = environment(this.#env);
    const child = spawn('bash', ['-c', `exec ${line}`], {
      cwd: this.#folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await once(child.stderr as NodeJS.ReadableStream, 'data');
    return child;
  }

  /** Shows a block of HTML below a page of the example site. */
  async #open(code: string): Promise<string> {
    const server = await serve(this.#folder, { '/index.html': `${PAGE}${code}` });
    const page = await this.#browser.newPage();
    try {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.goto(server.url, { waitUntil: 'networkidle' });
      assert.equal(errors, []);
      return '';
    } finally {
      await page.close();
      server.close();
    }
  }
}

const documents = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);
const blocksOf = new Map(documents.map((document) => [document, readBlocks(join(ROOT, document))]));

/** The block that fetches the example site, of a document or of the linked quick start. */
function setupOf(document: string): Block | undefined {
  const links = readFileSync(join(ROOT, document), 'utf8').includes('](quick-start.md');
  const blocks = [document, ...(links ? ['docs/quick-start.md'] : [])].flatMap((each) => blocksOf.get(each) ?? []);
  return blocks.find(({ code }) => /example-site site$/m.test(code));
}

const reasonOf = ({ code }: Block): string | undefined => ELSEWHERE.find(([pattern]) => pattern.test(code))?.[1];

/** HTML without a program is an example of a page. */
const isProgram = (block: Block): boolean => ['sh', 'python'].includes(block.language) || codeOf(block) !== undefined;

async function checkDocument(document: string, programs: readonly Block[], { folder, packages, browser }: Project) {
  const own = createProject(join(folder, '..'), basename(document, '.md'));
  cpSync(join(folder, 'node_modules'), join(own, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(folder, name), join(own, name));
  writeOwnFiles(own);
  const upstream = (await run(folder, 'npm', ['config', 'get', 'registry'])).trim();
  const [registry, hosts] = [await startRegistry(packages, upstream), await hostServer()];
  const authorities = [process.env['NODE_EXTRA_CA_CERTS'] ?? [], hosts.certificate].flat();
  writeInto(own, 'authorities.pem', authorities.map((file) => readFileSync(file, 'utf8')).join('\n'));
  const reader = new Reader(own, browser, {
    ...{ HTTP_PROXY: hosts.address, HTTPS_PROXY: hosts.address, NODE_EXTRA_CA_CERTS: join(own, 'authorities.pem') },
    NO_PROXY: `127.0.0.1,localhost,${new URL(upstream).hostname}`,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
  });
  const blocks = blocksOf.get(document) ?? [];
  const setup = setupOf(document);
  try {
    for (const block of new Set(setup === undefined ? programs : [setup, ...programs])) {
      const where = `${document}:${block.line}`;
      const actual = await reader.execute(block).catch((error: unknown) => {
        throw new Error(`${where}: ${error instanceof Error ? error.message : error}`);
      });
      const output = outputOf(block, blocks);
      assert.ok(output === undefined || matchesOutput(output, actual), `${where}: the output is\n${actual}`);
    }
  } finally {
    registry.close();
    hosts.close();
  }
}

export const documentTests: PackageTests = Object.fromEntries(
  [...blocksOf].flatMap(([document, blocks]) => {
    const all = blocks.filter(isProgram);
    const programs = all.filter((block) => reasonOf(block) === undefined);
    const reasons = [...new Set(all.flatMap((block) => reasonOf(block) ?? []))];
    const others = reasons.length === 0 ? '' : `; elsewhere: ${reasons.join(', ')}`;
    if (programs.length === 0) return [];
    const name = `runs ${document} as printed, ${programs.length} blocks${others}`;
    return [[name, (project: Project) => checkDocument(document, programs, project)]];
  }),
);
