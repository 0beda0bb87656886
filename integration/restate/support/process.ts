/** A service process that can be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { connect } from 'node:http2';
import { fileURLToPath } from 'node:url';
import type { SiteObjectOptions } from '../../../packages/restate/src/index.ts';
import { endWithUs } from './server.ts';

const SERVICE = fileURLToPath(new URL('service.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface ProcessOptions {
  readonly log: string;
  /** Arguments for Node. */
  readonly flags?: readonly string[];
  /** Processes that share the port; default: 1. */
  readonly processes?: number;
}

export class ServiceProcess {
  readonly port: number;
  readonly #options: SiteObjectOptions<string>;
  readonly #log: string;
  readonly #flags: readonly string[];
  readonly #processes: number;
  #process: ChildProcess | undefined;

  private constructor(
    port: number,
    options: SiteObjectOptions<string>,
    { log, flags = [], processes = 1 }: ProcessOptions,
  ) {
    this.port = port;
    this.#options = options;
    this.#log = log;
    this.#flags = flags;
    this.#processes = processes;
  }

  static async start(
    port: number,
    options: SiteObjectOptions<string>,
    processOptions: ProcessOptions,
  ): Promise<ServiceProcess> {
    const service = new ServiceProcess(port, options, processOptions);
    await service.restart();
    return service;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async restart(): Promise<void> {
    const log = createWriteStream(this.#log, { flags: 'a' });
    await once(log, 'open');
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        ...this.#flags,
        SERVICE,
        String(this.port),
        JSON.stringify(this.#options),
        String(this.#processes),
      ],
      { cwd: ROOT, stdio: ['ignore', 'pipe', log], env: { ...process.env, RESTATE_LOGGING: 'ERROR' } },
    );
    this.#process = child;
    endWithUs(child);
    await new Promise<void>((listens, fail) => {
      child.stdout.once('data', () => listens());
      child.once('close', (code) => fail(new Error(`the service has ended with ${code}: see ${this.#log}`)));
    });
  }

  /** Number of handler calls since the start. */
  attempts(): Promise<number> {
    return new Promise((done, fail) => {
      const session = connect(`http://127.0.0.1:${this.port}`).on('error', fail);
      const stream = session.request({ ':path': '/attempts' }).setEncoding('utf8').on('error', fail);
      stream.on('data', (text: string) => {
        session.close();
        done(Number(text));
      });
    });
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
    this.#process = undefined;
  }
}
