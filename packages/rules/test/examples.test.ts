/**
 * The programs in examples/rules have equal results in JavaScript and Python. If a Python module is missing, Python is
 * skipped; with the argument `--python` (`npm run check python`) this is a failure.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRules, toScraperConfig } from '@refrain/rules';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const cwd = fileURLToPath(new URL('../../..', import.meta.url));
const PAGES = readdirSync(join(cwd, 'docs/example-site')).map((name) => `docs/example-site/${name}`);
const RULES = 'examples/rules/site.rules.json';

const runNode = (name: string, ...words: string[]): string =>
  execFileSync(process.execPath, ['--import', 'tsx', `examples/rules/${name}`, ...words], {
    ...{ cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });

interface Line {
  readonly page: string;
  readonly main: string;
}

/** Libraries break lines in different places, so words are compared. */
const wordsOf = (stdout: string): object[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .map((line) => ({ ...line, main: line.main.split(/\s+/) }));

const lines = runNode('apply-linkedom.ts', RULES, ...PAGES);
const config = JSON.stringify(toScraperConfig(readRules(readFileSync(join(cwd, RULES), 'utf8'))));

test('linkedom and css-select find the same on every page', () => {
  assert.is(runNode('apply-css-select.ts', RULES, ...PAGES), lines);
  const [first] = lines.split('\n').map((line) => JSON.parse(line || '{}') as Record<string, unknown>);
  assert.equal([first?.['layout'], first?.['title']], [1, 'The bridge opens again']);
  assert.equal(first?.['date'], '2026-01-12, in Town');
  assert.match(
    first?.['main'] as string,
    /^The bridge opens again\n2026-01-12, in Town\nAfter eleven weeks[\s\S]*feared\.$/,
  );
});

/** Debian's Python has the modules of Debian, but another Python may be first in the path. */
const pythonWith = (module: string): string | undefined =>
  [process.env['PYTHON'], '/usr/bin/python3', 'python3'].find(
    (path) => path !== undefined && spawnSync(path, ['-c', `import ${module}`]).status === 0,
  );

for (const [module, name] of [
  ['bs4', 'apply_beautifulsoup.py'],
  ['lxml.html', 'apply_lxml.py'],
  ['parsel', 'apply_parsel.py'],
] as const) {
  const python = pythonWith(module);
  const isRequired = process.argv.includes('--python');
  const isTested = python !== undefined || isRequired;
  const condition = isTested ? '' : `: skipped, there is no Python with the module ${module}`;
  if (!isTested) process.stderr.write(`${name}${condition}\n`);
  (isTested ? test : test.skip)(`${name} finds the same${condition}`, () => {
    assert.ok(
      python,
      `there is no Python with the module ${module}; Debian has python3-bs4, python3-lxml, python3-parsel`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'refrain-rules-'));
    try {
      const file = join(folder, 'site.scraper.json');
      writeFileSync(file, config);
      const stdout = execFileSync(python, [`examples/rules/${name}`, file, ...PAGES], { cwd, encoding: 'utf8' });
      assert.equal(wordsOf(stdout), wordsOf(lines));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test.run();
