/** The installed packages in Vite: its server, its build, and a module worker of each. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as assert from 'uvu/assert';
import { serve } from '../web/support/web.ts';
import { environment, FOR_ANYWHERE, type PackageTests, run, writeInto } from './project.ts';

const VITE = 'node_modules/.bin/vite';

/** Milliseconds for a server to start, and for a page to finish. */
const TIMEOUT_MS = 60_000;

/** The program uses await at its top level, which requires a module worker. */
const CONFIG = `export default { worker: { format: 'es' } };\n`;

const PAGE = '<!doctype html><meta charset=utf-8><title>refrain</title><script type=module src=/main.ts></script>\n';

const MAIN = `import { expected, outcome } from './anywhere.ts';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => Object.assign(globalThis, { result: { expected, page: outcome, worker: data } });
worker.onerror = ({ message }) => Object.assign(globalThis, { result: message });
`;

const WORKER = `import { outcome } from './anywhere.ts';

postMessage(outcome);
`;

/** A worker without await at its top level, in a project without configuration. */
const PLAIN = {
  main: `const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => Object.assign(globalThis, { result: data });
worker.onerror = ({ message }) => Object.assign(globalThis, { result: message });
`,
  worker: `import { Detector } from 'refrain';

Detector.create().then((detector) => postMessage(detector.learn('<p>Hello').blocks.length));
`,
};

/** The value that a page sets as `result`. */
async function resultAt(browser: Browser, url: string): Promise<unknown> {
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
  page.on('pageerror', ({ message }) => messages.push(message));
  try {
    await page.goto(url);
    // The server may reload the page after it has found dependencies.
    const found = await page.waitForFunction(() => Reflect.get(globalThis, 'result'), undefined, {
      timeout: TIMEOUT_MS,
    });
    return await found.jsonValue();
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${messages.join('\n')}`);
  } finally {
    await page.close();
  }
}

interface ViteServer {
  readonly url: string;
  close(): void;
}

function startVite(folder: string): Promise<ViteServer> {
  const child = spawn(VITE, ['web', '--host', '127.0.0.1'], { cwd: folder, env: environment() });
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (text: string): void => {
      output += text;
      const [, url] = /(http:\/\/127\.0\.0\.1:\d+)\//.exec(output) ?? [];
      if (url !== undefined) resolve({ url, close: () => child.kill() });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`vite ended with ${code}\n${output}`)));
    setTimeout(() => {
      child.kill();
      reject(new Error(`vite did not start within ${TIMEOUT_MS / 1000} seconds\n${output}`));
    }, TIMEOUT_MS).unref();
  });
}

/** Builds a folder of the project without a warning; resolves to the result of its page. */
async function built(folder: string, name: string, browser: Browser): Promise<unknown> {
  const output = await run(folder, VITE, ['build', name]);
  assert.not.match(output, /warn/i);
  const server = await serve(join(folder, name, 'dist'));
  try {
    return await resultAt(browser, server.url);
  } finally {
    server.close();
  }
}

function checkOutcomes(result: unknown): void {
  const { expected, page, worker } = result as Readonly<Record<'expected' | 'page' | 'worker', unknown>>;
  assert.equal([page, worker], [expected, expected]);
}

export const viteTests: PackageTests = {
  async "runs the program in Vite's server, in a page and in a module worker"({ folder, browser }) {
    writeInto(folder, 'web/vite.config.js', CONFIG);
    writeInto(folder, 'web/index.html', PAGE);
    writeInto(folder, 'web/anywhere.ts', FOR_ANYWHERE.code);
    writeInto(folder, 'web/main.ts', MAIN);
    writeInto(folder, 'web/worker.ts', WORKER);
    const server = await startVite(folder);
    try {
      checkOutcomes(await resultAt(browser, server.url));
    } finally {
      server.close();
    }
  },
  async "runs the program in Vite's build, in a page and in a module worker"({ folder, browser }) {
    checkOutcomes(await built(folder, 'web', browser));
  },
  async 'runs a worker in a build of Vite without configuration'({ folder, browser }) {
    writeInto(folder, 'plain/index.html', PAGE);
    writeInto(folder, 'plain/main.ts', PLAIN.main);
    writeInto(folder, 'plain/worker.ts', PLAIN.worker);
    assert.is(await built(folder, 'plain', browser), 1);
  },
};
