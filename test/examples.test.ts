import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFolder, writeFiles } from './support/folder.ts';

const SITE = 'docs/example-site';

const run = async (name: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['--import', 'tsx', `examples/${name}`])).stdout;

const EXPECTED: Readonly<Record<string, (output: string) => void>> = {
  'crawl-loop.ts': (output) => {
    const line = /^(\d) https:\/\/post\.example\/(\w+day): \w.* Next: \w+day$/gm;
    const days = [...output.matchAll(line)].map(([, number, day]) => `${number} ${day?.slice(0, 2)}`);
    assert.equal(days, ['1 mo', '2 tu', '3 we', '4 th', '5 fr', '6 sa']);
    assert.match(output, /6 pages counted, \d+ entries in/);
  },
  'many-sites.ts': (output) => {
    assert.match(
      output,
      '15 pages, 15 of them new; the menu was template on 15\n15 pages, 9 of them new; the menu was template on 15',
    );
    assert.match(output, /two\.example: 8 pages, \d+ entries\n/);
    assert.match(output, 'https://one.example/day/1: template one.example | News | About; content\n');
  },
  'existing-dom.ts': (output) => {
    assert.match(output, 'day 1: menu hidden, frame shown, story shown\n');
    assert.match(output, 'day 5: menu hidden, frame shown, story shown\n');
  },
  'main-content.ts': (output) => {
    const [article = '', product = ''] = output.split(/^Green socks/m);
    assert.match(article, 'main: The bridge over the river opened again on Monday');
    assert.match(article, 'main: Trains will follow in spring');
    assert.not.match(article, /main: (Home|Ferry sold|© River)/);
    assert.match(article, /comments: [1-9]/);
    assert.match(article, 'in its data: \n');
    assert.match(product, 'in its data: Knitted from wool and silk, by hand.\n  in its data: Wash them cold.');
  },
  'search.ts': (output) => {
    assert.match(output, 'none: 6 pages have rain, 6 have maps\n');
    assert.match(output, 'two-stage: 2 pages have rain, 0 have maps\n  https://weather.example/3');
    const [same, different] = [...output.matchAll(/two sites (\S+), two days of one site (\S+)/g)].map(
      ([, one, other]) => [Number(one), Number(other)],
    );
    assert.ok(
      (same?.[0] ?? 1) < (same?.[1] ?? 0),
      'with template, different days of one site are more alike than one day of two sites',
    );
    assert.ok(
      (different?.[0] ?? 0) > 0.9 && (different?.[1] ?? 1) < 0.6,
      'without template, one day of two sites is more alike',
    );
  },
  'langchain.ts': (output) => {
    assert.match(output, 'https://river-post.example/2026-01-12.html: # The bridge opens again, 3 lines\n');
    assert.is(output.trimEnd().split('\n').length, readdirSync(SITE).length);
  },
  'demo.ts': (output) => {
    assert.ok(output.trimEnd().split('\n').length <= 75);
    assert.not.match(output, '\u001b');
    const share = Number(/page 100 .* (\d+) % template {3}blog\/Town-Hall-Replay/.exec(output)?.[1]);
    assert.ok(share > 20 && share < 60, `page 100 is ${share} % template`);
    assert.match(output, /template +\d\.\d {2}div\/header\/div\/div\/ul\/li {2}Get Started/);
    assert.match(output, /content +-\d\.\d .* Apache Cassandra 4\.1: Rock Solid/);
    assert.match(output, /template: log odds \+\d\.\d: \+\d\.\d by the page only/);
    assert.match(output, /137 pages, 3,\d{3} kB of HTML/);
    assert.match(output, /The document: “Apache Cassandra 4\.1: .*, 2022-12-13\n {2}# Apache Cassandra 4\.1/);
    const [, file = ''] = /this one is (\S+\.md)$/.exec(output.trimEnd()) ?? [];
    assert.match(readFileSync(file, 'utf8'), /\n## New Features in 4\.1\n/);
  },
};

test('every example is tested', () => {
  assert.equal(
    Object.keys(EXPECTED).sort(),
    readdirSync('examples')
      .filter((name) => name.endsWith('.ts'))
      .sort(),
  );
});

for (const [name, check] of Object.entries(EXPECTED)) {
  test(`${name} prints the expected output`, async () => check(await run(name)));
}

const COMMAND = `#!/bin/sh\nexec '${process.execPath}' '${resolve('packages/cli/dist/bin/main.js')}' "$@"\n`;

test(
  'the plugin of ArchiveBox writes a file for a page that another plugin has saved',
  withFolder({ 'bin/refrain': COMMAND }, async (folder) => {
    const command = join(folder, 'bin/refrain');
    chmodSync(command, 0o755);
    const env = { ...process.env, SNAP_DIR: folder, REFRAIN_BINARY: command };
    const words = 'on_Snapshot__58_refrain.sh --url=https://a.example/bridge --snapshot-id=1'.split(' ');
    const hook = async (more: NodeJS.ProcessEnv = {}): Promise<unknown> => {
      const options = { cwd: 'examples/archivebox', env: { ...env, ...more } };
      return JSON.parse((await promisify(execFile)('bash', words, options)).stdout);
    };
    const result = (status: string, output: string) => ({ type: 'ArchiveResult', status, output_str: output });
    assert.equal(await hook(), result('noresults', 'no page was saved'));
    writeFiles(folder, { 'dom/output.html': readFileSync(`${SITE}/2026-01-12.html`) });
    assert.equal(await hook({ REFRAIN_ENABLED: 'False' }), result('skipped', 'REFRAIN_ENABLED=False'));
    assert.equal(await hook(), result('succeeded', 'content.md'));
    assert.equal(readdirSync(join(folder, 'refrain')), ['content.md']);
    const text = readFileSync(join(folder, 'refrain/content.md'), 'utf8');
    assert.match(text, /^---\n.*url: "?https:\/\/a\.example\/bridge"?\n.*# The bridge opens again\n/s);
  }),
);

const PYTHON = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'print(f"{3}")']).status === 0);

/** Kills the server between two batches. */
const KILLS = `import json, sys
from server import Refrain
with Refrain("state") as refrain:
    for at, (page, document) in enumerate(refrain.documents(map(json.loads, sys.stdin))):
        print(json.dumps(document))
        if at == 63: refrain.process.kill()`;

test(
  `cleans pages in order in Python, although the server is killed${PYTHON === undefined ? ': skipped, there is no Python' : ''}`,
  withFolder({ refrain: COMMAND }, (folder) => {
    if (PYTHON === undefined) return;
    // Nine sites, and a page that is refused.
    const pages = Array.from({ length: 9 }, (_, site) =>
      readdirSync(SITE).map((name) => [`https://${site}.example/${name}`, readFileSync(`${SITE}/${name}`, 'utf8')]),
    ).flat();
    pages.splice(3, 0, ['https://a.example/', '%PDF-1.4']);
    const input = pages.map(([url, html]) => `${JSON.stringify({ url, html })}\n`).join('');
    const env = { ...process.env, REFRAIN: `sh '${folder}/refrain'`, PYTHONPATH: resolve('examples') };
    const outputOf = (...words: readonly string[]): string[] => {
      const { stdout } = spawnSync(PYTHON, words, { cwd: folder, input, env, encoding: 'utf8' });
      const documents = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return documents.map(
        ({ url, title, markdown = '', error }) => error?.code ?? (markdown.startsWith(`# ${title}\n`) && url),
      );
    };
    const urls = pages.map(([url]) => url);
    assert.equal(outputOf('-Bc', KILLS), urls.with(3, 'NOT_HTML'));
    assert.equal(outputOf(resolve('examples/clean.py')), urls.toSpliced(3, 1));
  }),
);

test.run();
