/** The steps of the Containerfile as commands, in a folder instead of the root of a container. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { environment, type PackageTests, ROOT, run, type Tarball, writeInto } from './project.ts';

interface Step {
  readonly name: string;
  readonly rest: string;
}

function stepsOf(text: string): Step[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, '')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line) ?? [])
    .map(([, name = '', rest = '']) => ({ name, rest }));
}

/** The steps run without isolation: folders are below `root`, and the port is a free one. */
class Container {
  readonly #root: string;
  readonly #port: number;
  readonly #steps: readonly Step[];
  readonly #env: NodeJS.ProcessEnv = environment();
  #folder: string;

  constructor(root: string, port: number, steps: readonly Step[]) {
    [this.#root, this.#port, this.#steps, this.#folder] = [root, port, steps, root];
  }

  /** Replaces paths and port with this container's. */
  #here(text: string): string {
    return text.replace(/(?<=^|[\s"'=])\/(?=opt|state|run)/g, `${this.#root}/`).replaceAll('8080', String(this.#port));
  }

  /** Runs the steps before the start. `tarballs` replace the package of the command. */
  async build(tarballs: readonly string[]): Promise<void> {
    for (const { name, rest } of this.#steps) {
      if (name === 'ENV') Object.assign(this.#env, Object.fromEntries([rest.split('=')]));
      if (name === 'WORKDIR') {
        this.#folder = this.#here(rest);
        mkdirSync(this.#folder, { recursive: true });
      }
      const command = this.#here(rest).replace(/@refrain\/cli@\S+/, tarballs.join(' '));
      // Other projects use the cache of npm too.
      if (name === 'RUN') await run(this.#folder, 'sh', ['-ec', command.replace(/&& npm cache clean --force/, '')]);
    }
  }

  #words(name: string): string[] {
    const { rest = '[]' } = this.#steps.find((step) => step.name === name) ?? {};
    return (JSON.parse(rest.replace(/^[^[]*/, '')) as string[]).map((word) => this.#here(word));
  }

  async start(): Promise<ChildProcess> {
    const [command = '', ...words] = [...this.#words('ENTRYPOINT'), ...this.#words('CMD')];
    const child = spawn(command, words, { cwd: this.#folder, env: this.#env, stdio: ['ignore', 'inherit', 'pipe'] });
    const [said] = (await once(child.stderr as NodeJS.ReadableStream, 'data')) as [Buffer];
    assert.match(String(said), 'serving at');
    return child;
  }

  async health(): Promise<number> {
    const [command = '', ...words] = this.#words('HEALTHCHECK');
    const [code] = await once(spawn(command, words, { env: this.#env, stdio: 'ignore' }), 'exit');
    return code as number;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const TOKEN = 'a-token-of-some-length';
const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Sends a page and a message of MCP to a server. Returns true if the page was new. */
async function use(address: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const path = `${address}/document?url=https://a.example/1&fields=counted`;
  const refused = await fetch(path, { method: 'POST', body: '<p>One' });
  assert.is(refused.status, 401);
  const answer = await fetch(path, { method: 'POST', body: '<p>One', headers });
  const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const body = JSON.stringify(INITIALIZE);
  const found = await fetch(`${address}/mcp`, { method: 'POST', body, headers: { ...headers, ...accept } });
  assert.match(await found.text(), '"serverInfo":{"name":"refrain"');
  return ((await answer.json()) as { counted: boolean }).counted;
}

async function checkContainer(parent: string, packages: readonly Tarball[]): Promise<void> {
  const steps = stepsOf(readFileSync(join(ROOT, 'Containerfile'), 'utf8'));
  const given = (name: string): string => steps.find((step) => step.name === name)?.rest ?? '';
  assert.not.match(given('USER'), /^(?:root|0|)$/);
  assert.is(given('VOLUME'), '/state');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  assert.match(steps.map(({ rest }) => rest).join('\n'), `@refrain/cli@${version} `);
  const [root, port] = [join(parent, 'container'), await freePort()];
  writeInto(root, 'run/secrets/token', `${TOKEN}\n`);
  const container = new Container(root, port, steps);
  await container.build(packages.map(({ tarball }) => tarball));
  for (const isNew of [true, false]) {
    const server = await container.start();
    const ended = once(server, 'exit');
    try {
      assert.is(await container.health(), 0);
      assert.is(await use(`http://127.0.0.1:${port}`), isNew);
    } finally {
      server.kill(given('STOPSIGNAL') as NodeJS.Signals);
    }
    assert.equal(await ended, [0, null]);
    assert.ok(existsSync(join(root, 'state/STORE')));
    assert.is(await container.health(), 1);
  }
}

export const containerTests: PackageTests = {
  'the steps of the Containerfile give a server that keeps its state': ({ folder, packages }) =>
    checkContainer(join(folder, '..'), packages),
};
