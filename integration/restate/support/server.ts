/** A Restate server in its own folder that can be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { resolve } = createRequire(import.meta.url);

const children = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export function endWithUs(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Sends requests until one succeeds. */
async function untilReady(url: string, isOver: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    if (isOver()) throw new Error(`${url}: its process has ended`);
    // A starting server may accept a request and never answer it.
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok === true) return;
  }
  throw new Error(`${url} is not ready`);
}

export class Server {
  readonly #folder: string;
  readonly #config: string;
  readonly ingress: number;
  readonly admin: number;
  #process: ChildProcess | undefined;

  private constructor(folder: string, config: string, ports: { readonly ingress: number; readonly admin: number }) {
    this.#folder = folder;
    this.#config = config;
    this.ingress = ports.ingress;
    this.admin = ports.admin;
  }

  /** `lines`: additional lines of the configuration file. */
  static async start(folder: string, lines: readonly string[] = []): Promise<Server> {
    const [ingress = 0, admin = 0, node = 0] = await freePorts(3);
    mkdirSync(folder, { recursive: true });
    const config = join(folder, 'restate.toml');
    const text = [
      'node-name = "one"',
      'disable-telemetry = true',
      'default-num-partitions = 4',
      'rocksdb-total-memory-size = "256MB"',
      'listen-mode = "tcp"',
      `bind-address = "127.0.0.1:${node}"`,
      `advertised-address = "http://127.0.0.1:${node}/"`,
      ...lines.filter((line) => !line.startsWith('[')),
      '[ingress]',
      `bind-address = "127.0.0.1:${ingress}"`,
      '[admin]',
      `bind-address = "127.0.0.1:${admin}"`,
      ...lines.filter((line) => line.startsWith('[')).map((line) => line.replace('] ', ']\n')),
    ];
    writeFileSync(config, `${text.join('\n')}\n`);
    const server = new Server(folder, config, { ingress, admin });
    await server.restart();
    return server;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts the server with the state of its last run. */
  async restart(): Promise<void> {
    const binary = resolve(`@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`);
    const log = createWriteStream(join(this.#folder, 'server.log'), { flags: 'a' });
    await once(log, 'open');
    const child = spawn(binary, ['--config-file', this.#config, '--base-dir', this.#folder, '--no-logo'], {
      stdio: ['ignore', log, log],
    });
    this.#process = child;
    endWithUs(child);
    const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
    await untilReady(`http://127.0.0.1:${this.admin}/health`, isOver);
    await untilReady(`http://127.0.0.1:${this.ingress}/restate/health`, isOver);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
    this.#process = undefined;
  }

  async register(port: number, force = false): Promise<void> {
    await this.ask('POST', '/deployments', { uri: `http://127.0.0.1:${port}`, force });
  }

  async setState(service: string, key: string, states: Readonly<Record<string, Uint8Array>>): Promise<void> {
    const state = Object.fromEntries(Object.entries(states).map(([name, bytes]) => [name, [...bytes]]));
    await this.ask('POST', `/services/${service}/state`, { object_key: key, new_state: state });
  }

  async states(service: string, key: string): Promise<Map<string, Buffer>> {
    const rows = await this.query(
      `SELECT key, encode(value, 'hex') AS value FROM state WHERE service_name = '${service}' AND service_key = '${key}'`,
    );
    return new Map(rows.map((row) => [String(row['key']), Buffer.from(String(row['value']), 'hex')]));
  }

  async query(query: string): Promise<Record<string, unknown>[]> {
    const { rows } = (await this.ask('POST', '/query', { query })) as { readonly rows: Record<string, unknown>[] };
    return rows;
  }

  async ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.admin}${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
