/** The installed package in a project of Vite: its server, its build, and a module worker of each. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as assert from 'uvu/assert';
import { serve } from '../web/support/web.ts';
import { type Program, readPrograms } from './examples.ts';
import { environment, type PackedTests, run, writeInto } from './project.ts';

const VITE = 'node_modules/.bin/vite';

/** Milliseconds for a server to begin, and for a page to come to its end. */
const PATIENCE = 20_000;

/** README.md's programs wait at the top, which only a worker that is a module may. */
const CONFIG = `export default { worker: { format: 'es' } };\n`;

const PAGE = '<!doctype html><meta charset=utf-8><title>refrain</title><script type=module src=/main.ts></script>\n';

/** What comes of all programs, by name. */
const collected = (programs: readonly Program[]): string => `${programs
  .map(({ name }, at) => `import { outcome as outcome${at} } from './${name}.ts';\n`)
  .join('')}
export const outcomes = { ${programs.map(({ name }, at) => `'${name}': outcome${at}`).join(', ')} };
`;

const MAIN = `import { outcomes } from './outcomes.ts';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => Object.assign(globalThis, { result: { page: outcomes, worker: data } });
worker.onerror = ({ message }) => Object.assign(globalThis, { result: message });
`;

const WORKER = `import { outcomes } from './outcomes.ts';

postMessage(outcomes);
`;

/** A worker as most are written, in a project without any configuration. */
const PLAIN = {
  main: `const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => Object.assign(globalThis, { result: data });
worker.onerror = ({ message }) => Object.assign(globalThis, { result: message });
`,
  worker: `import { Detector } from 'refrain';

Detector.create().then((detector) => postMessage(detector.learn('<p>Hello').blocks.length));
`,
};

/** What the page at an address comes to. */
async function resultAt(browser: Browser, url: string): Promise<unknown> {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  try {
    await page.goto(url);
    // The server may load it once more, when it has found what there is to prepare.
    const found = await page.waitForFunction(() => Reflect.get(globalThis, 'result'), undefined, { timeout: PATIENCE });
    return await found.jsonValue();
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said.join('\n')}`);
  } finally {
    await page.close();
  }
}

interface Running {
  readonly url: string;
  close(): void;
}

/** Vite's server, when it has said where it is. */
function startVite(folder: string): Promise<Running> {
  const child = spawn(VITE, ['web', '--host', '127.0.0.1'], { cwd: folder, env: environment() });
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (text: string): void => {
      said += text;
      const [, url] = /(http:\/\/127\.0\.0\.1:\d+)\//.exec(said) ?? [];
      if (url !== undefined) resolve({ url, close: () => child.kill() });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`vite ended with ${code}\n${said}`)));
    setTimeout(() => {
      child.kill();
      reject(new Error(`vite did not begin\n${said}`));
    }, PATIENCE).unref();
  });
}

/** Builds a folder of the project, without a word of warning, and gives what its page comes to. */
async function built(folder: string, name: string, browser: Browser): Promise<unknown> {
  const said = await run(folder, VITE, ['build', name]);
  assert.not.match(said, /warn/i);
  const server = await serve(join(folder, name, 'dist'));
  try {
    return await resultAt(browser, server.url);
  } finally {
    server.close();
  }
}

/** Programs that run in browsers; the others are named aloud. */
function forBrowsers(): Program[] {
  const programs = readPrograms();
  for (const { name, nodeOnly } of programs) {
    if (nodeOnly !== undefined) process.stdout.write(`     left out in Vite: ${name}, for ${nodeOnly}\n`);
  }
  return programs.filter(({ nodeOnly }) => nodeOnly === undefined);
}

const expectedOf = (programs: readonly Program[]): object => {
  const outcomes = Object.fromEntries(programs.map(({ name, expected }) => [name, expected]));
  return { page: outcomes, worker: outcomes };
};

export const viteTests: PackedTests = {
  async "README.md's programs in Vite's server, in the page and in a module worker"({ folder, browser }) {
    const programs = forBrowsers();
    writeInto(folder, 'web/vite.config.js', CONFIG);
    writeInto(folder, 'web/index.html', PAGE);
    writeInto(folder, 'web/outcomes.ts', collected(programs));
    writeInto(folder, 'web/main.ts', MAIN);
    writeInto(folder, 'web/worker.ts', WORKER);
    const server = await startVite(folder);
    try {
      assert.equal(await resultAt(browser, server.url), expectedOf(programs));
    } finally {
      server.close();
    }
  },
  async "README.md's programs in Vite's build, in the page and in a module worker"({ folder, browser }) {
    const programs = readPrograms().filter(({ nodeOnly }) => nodeOnly === undefined);
    assert.equal(await built(folder, 'web', browser), expectedOf(programs));
  },
  async 'a worker in a build of Vite without configuration'({ folder, browser }) {
    writeInto(folder, 'plain/index.html', PAGE);
    writeInto(folder, 'plain/main.ts', PLAIN.main);
    writeInto(folder, 'plain/worker.ts', PLAIN.worker);
    assert.is(await built(folder, 'plain', browser), 1);
  },
};
