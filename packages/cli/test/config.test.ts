/** `refrain.config.json`: defaults of flags, and what is decided for sites. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refrain, withFolder } from './command.ts';

const PAGE = `<html lang=en><title>A meadow</title><body><div id=menu>Home News</div>
<main><h1>A meadow</h1><p>The meadow behind the town hall will be mown twice a year, which is what the council has decided.</p>
<div class="note old"><p>Read the letters of readers, whom nobody has asked before it was decided by the council.</p></div></main>
<footer><div class=imprint>River Post, Mill Lane</div></footer>`;

const config = (value: unknown) => ({
  'page.html': PAGE,
  'refrain.config.json': typeof value === 'string' ? value : JSON.stringify(value),
});

/** The Markdown of the page by a configuration of its only site. */
async function written(folder: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await refrain(folder, 'page.html', '--evidence', 'page', '-q', ...words);
  assert.is(code, 0, stderr);
  return stdout;
}

test(
  'flags of the file are defaults',
  withFolder(config({ flags: { md: true, keep: 'main', 'max-depth': 100, quiet: false } }), async (folder) => {
    assert.match(await written(folder), /^# A meadow\n/);
    assert.is(await written(folder, '--print', 'title'), 'A meadow\n');
    assert.is(JSON.parse(await written(folder, '--format', 'ndjson')).title, 'A meadow');
  }),
);

test(
  'what selectors name is always kept or always dropped, in all parts and formats',
  withFolder(
    config({ sites: { '*': { keep: ['footer > .imprint', '#menu'], drop: ['main .note.old', '#menu'] } } }),
    async (folder) => {
      for (const words of [
        ['text'],
        ['markdown', '--keep', 'main'],
        ['html', '--keep', 'main'],
        ['text', '--jobs', '2'],
      ]) {
        const found = await written(folder, '--format', ...words);
        assert.match(found, 'twice a year');
        assert.match(found, 'River Post, Mill Lane');
        assert.not.match(found, 'letters of readers');
        assert.not.match(found, 'Home News');
      }
    },
  ),
);

test(
  'a named site has its own decisions, and others those of the star',
  withFolder(
    config({ sites: { '*': { language: 'fr' }, other: { language: 'de', kind: 'forum', drop: ['h1'] } } }),
    async (folder) => {
      assert.is(await written(folder, '-p', 'language'), 'fr\n');
      const fields = ['--format', 'ndjson', '--fields', 'language,kind'];
      assert.is(await written(folder, ...fields, '--site', 'other'), '{"language":"de","kind":"forum"}\n');
      assert.match(await written(folder, '--md', '--frontmatter', '--site', 'other'), '\nlanguage: "de"\n');
    },
  ),
);

const REFUSED: readonly [config: unknown, message: string][] = [
  ['{', 'refrain.config.json: is not JSON'],
  [[], 'refrain.config.json: must be an object'],
  [{ flag: {} }, 'refrain.config.json: flag: unknown; must be one of $schema, flags, sites; did you mean flags?'],
  [{ flags: { kep: 'main' } }, 'flags.kep: no flag has this name; did you mean keep?'],
  [{ flags: { out: 'x' } }, 'flags.out: names a file, which only the command line can do'],
  [{ flags: { md: 'yes' } }, 'flags.md: must be true or false'],
  [
    { flags: { keep: 'mian' } },
    'refrain.config.json: flags.keep: must be one of content, main, main+comments, not mian',
  ],
  [{ sites: { a: { drop: '#menu' } } }, 'sites.a.drop: must be a list of selectors'],
  [
    { sites: { a: { keep: ['p', 'a:hover'] } } },
    'sites.a.keep[1]: must be a selector of names, ids, classes and attributes',
  ],
  [{ sites: { a: { kind: 'blog' } } }, 'sites.a.kind: must be one of article,'],
  [{ sites: { a: { language: 7 } } }, 'sites.a.language: must be a tag'],
];

for (const [value, message] of REFUSED) {
  test(
    `refuses ${JSON.stringify(value)}`,
    withFolder(config(value), async (folder) => {
      const { code, stdout, stderr } = await refrain(folder, 'page.html');
      assert.is(code, 2);
      assert.is(stdout, '');
      assert.ok(stderr.includes(message), stderr);
    }),
  );
}

test(
  '--config names another file',
  withFolder({ 'page.html': PAGE, 'my.json': '{"flags":{"print":"title"}}' }, async (folder) => {
    assert.is(await written(folder, '--config', 'my.json'), 'A meadow\n');
    const { code, stderr } = await refrain(folder, 'page.html', '--config', 'none.json');
    assert.is(code, 2);
    assert.match(stderr, /^refrain: none\.json: .*\(ENOENT\)\n/);
  }),
);

test.run();
