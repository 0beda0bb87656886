/** The tools of `refrain mcp` read only finite files below their root; their answers are bounded. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outputStressPages, stressPages } from '../../../bench/stress-pages/pages.ts';
import { testSample } from '../../../test/support/effort.ts';
import { inFolder } from '../../../test/support/folder.ts';
import { boundedMessages } from '../src/commands/mcp/messages.ts';
import { Tools } from '../src/commands/mcp/tools.ts';

const SECRET = 'the text of another folder';

const FILES = { 'out/secret.html': `<p>${SECRET}`, 'root/good.html': '<p>the text of this folder' };

const OPTIONS = { state: undefined, maxPages: 10, maxLength: 10_000, web: false, allowPrivate: false };

async function attack(folder: string): Promise<void> {
  const root = join(folder, 'root');
  symlinkSync('../out/secret.html', join(root, 'link.html'));
  symlinkSync('../out', join(root, 'folder'));
  symlinkSync('good.html', join(root, 'inner.html'));
  const names = ['link.html', 'folder', '../out', '../out/secret.html', join(folder, 'out/secret.html')];
  if (process.platform !== 'win32') {
    execFileSync('mkfifo', [join(root, 'pipe.html')]);
    symlinkSync('pipe.html', join(root, 'to-pipe.html'));
    names.push('pipe.html', 'to-pipe.html', '/dev/zero');
  }
  const sites = await Sites.open({ location: join(folder, 'state') });
  const tools = new Tools(sites, { ...OPTIONS, root });
  const { fields } = await tools.cleanSite({ inputs: ['.'], keep: 'content' });
  const { pages, failures } = fields as { pages: { id: string }[]; failures: string[] };
  assert.equal(
    pages.map(({ id }) => id),
    ['good.html', 'inner.html'],
  );
  assert.not.match(JSON.stringify(fields), SECRET);
  assert.match(failures.join(), 'link.html: ');
  for (const name of names) {
    for (const call of [() => tools.cleanPage({ file: name }), () => tools.cleanSite({ inputs: [name] })]) {
      const error = await call().then(
        (given) => JSON.stringify(given),
        ({ message }: Error) => message,
      );
      assert.match(error, /outside of the folder|neither a file nor a folder/, name);
    }
  }
  await sites.close();
}

test('links that lead out of the root, and pipes, are refused in calls and in folders', () => inFolder(FILES, attack));

const MAX_LENGTH = 10_000;

test('answers are bounded for stress pages', () =>
  inFolder({}, async (folder) => {
    const sites = await Sites.open({ location: join(folder, 'state') });
    const tools = new Tools(sites, { ...OPTIONS, root: folder, maxLength: MAX_LENGTH });
    const check = async (name: string, call: () => Promise<object>): Promise<void> => {
      try {
        const { length } = JSON.stringify(await call());
        // Answers have a shortened text of a page, and metadata as bounded as in other outputs.
        assert.ok(length < 64 * MAX_LENGTH, `${name}: ${length} characters`);
      } catch (error) {
        assert.ok(error instanceof RefrainError, `${name}: ${error}`);
      }
    };
    for (const [name, make] of testSample(Object.entries({ ...stressPages, ...outputStressPages }), 4)) {
      const page = { html: make(MAX_LENGTH), site: name, format: 'markdown', keep: 'content' } as const;
      await check(name, () => tools.cleanPage(page));
      await check(name, () => tools.siteTemplate({ site: name }));
      await check(name, () => tools.explainBlock({ ...page, text: 'x' }));
    }
    await sites.close();
  }));

test('a message with too many bytes or values is refused with its id', async () => {
  const refused: unknown[] = [];
  const messages = boundedMessages(1_000_000, (id) => void refused.push(id));
  const valid = '{"id":0}\n';
  messages.write(`{"id":"first","rest":${'['.repeat(2e5)}}\n${valid}`);
  messages.end(`{"rest":[${'0,'.repeat(2e5)}0],"id":2}\n{"id":3,"rest":"${'x'.repeat(2e6)}"}\n${valid}`);
  let text = '';
  for await (const line of messages) text += String(line);
  assert.is(text, valid + valid);
  assert.equal(refused, ['first', 2, 3]);
});

const TEXT = '<p>The page at an address, which is long enough to be one that somebody wants to read.'.repeat(4);

test('private addresses are read only if they are allowed', () =>
  inFolder({}, async (root) => {
    const server = createServer((_, response) => void response.end(`<title>Here</title><main><h1>Here</h1>${TEXT}`));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const sites = await Sites.open({ location: join(root, 'state') });
    const { signal } = new AbortController();
    const read = (options: object, input = { url }): Promise<string> =>
      new Tools(sites, { ...OPTIONS, root, ...options }).readUrl(input, signal).then(
        ({ markdown = '' }) => markdown,
        ({ message }: Error) => message,
      );
    try {
      assert.match(await read({ web: true }), 'public network');
      assert.match(await read({ web: true }, { url: 'file:///etc/hosts' }), 'must be an address');
      assert.match(await read({ web: true, allowPrivate: true }), /^# Here\n\nThe page at an address/m);
    } finally {
      await sites.close();
      server.close();
      server.closeAllConnections();
    }
  }));

test.run();
