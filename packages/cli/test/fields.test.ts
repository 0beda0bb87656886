/** `--fields`, and the schemas of lines. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { realSites } from '../../../test/support/real-sites.ts';
import { page, refrain, refrainWithInput, site, withFolder } from './command.ts';

const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../schema/${name}.json`, import.meta.url), 'utf8')) as object;
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
const isPage = ajv.compile(schemaOf('page'));
const isTemplate = ajv.compile(schemaOf('template'));
const isChunk = ajv.compile(schemaOf('chunk'));

type Line = Readonly<Record<string, unknown>>;

const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

async function lines(folder: string, ...words: string[]): Promise<Line[]> {
  const { code, stdout, stderr } = await refrain(folder, ...words);
  assert.is(code, 0, stderr);
  const found = linesOf(stdout);
  for (const line of found) assert.ok(isPage(line), JSON.stringify([isPage.errors, line]).slice(0, 2000));
  return found;
}

const article =
  '<html lang=en><head><title>A tale | Tales</title><meta name=author content="Ann Lee"><meta name=description content=Short>' +
  '<meta property=article:published_time content="2026-01-02T03:04:05Z"></head><body><h1>A tale</h1>' +
  '<p>Once upon a time there was a long tale, and it was told by the fire.</p></body></html>';

const NDJSON = `${JSON.stringify({ url: 'https://a.example/tale', id: 'tale-1', site: 'tales', html: article })}\n`;

const all =
  'url,id,site,title,page,counted,kind,kindConfidence,encoding,layout,templateShare,contentHash,contentDigest,confidence,lengths,text,markdown,html,metadata,titleElement,canonicalUrl,siteName,language,authors,published,modified,sources,description,image,licence,product,posts,data,unseen,reason,blocks,source,fetched,passed,structured';

const pot =
  '<html lang=en-GB><head><title>Pot 24 | Pots</title><script type="application/ld+json">{"@type":"Product","name":"Pot 24","sku":"P-24",' +
  '"offers":{"price":"89.90","priceCurrency":"GBP","availability":"InStock"}}</script></head><body><h1>Pot 24</h1><p class=price>£89.90</p>' +
  '<p>A pot of cast iron for soups, bread and roasts, which keeps its heat for an hour.</p></body></html>';

test(
  'a line has the product of a product page',
  withFolder({ 'pot.html': pot, 'tale.html': article }, async (folder) => {
    const [product, tale] = await lines(folder, '.', '--fields', 'id,kind,product');
    assert.equal(product, {
      id: 'pot.html',
      kind: 'product',
      product: { name: 'Pot 24', price: '89.90', currency: 'GBP', availability: 'InStock', sku: 'P-24' },
    });
    assert.not(Object.hasOwn(tale ?? {}, 'product'));
  }),
);

test(
  'a line has the requested fields, in their order, and no others',
  withFolder({ 'in.ndjson': NDJSON }, async (folder) => {
    for (const fields of [
      'url,title,markdown',
      'markdown,url',
      'blocks',
      'text,blocks,id',
      'id,blocks,text,page',
      'blocks,page',
    ]) {
      const [line = {}] = await lines(folder, 'in.ndjson', '--fields', fields);
      assert.equal(Object.keys(line), fields.split(','));
    }
    const [line] = await lines(
      folder,
      'in.ndjson',
      '--fields',
      'url, titleElement,title,authors,published,language,markdown,url',
    );
    assert.equal(line, {
      url: 'https://a.example/tale',
      titleElement: 'A tale | Tales',
      title: 'A tale',
      authors: ['Ann Lee'],
      published: '2026-01-02T03:04:05Z',
      language: 'en',
      markdown: '# A tale\n\nOnce upon a time there was a long tale, and it was told by the fire.\n',
    });
  }),
);

test(
  'a line without fields has metadata and main content',
  withFolder({ 'in.ndjson': NDJSON }, async (folder) => {
    const [line = {}] = await lines(folder, 'in.ndjson');
    const names = 'id,url,site,title,authors,published,language,confidence,text';
    assert.equal(
      Object.keys(line)
        .filter((name) => name !== 'kind' && name !== 'reason')
        .join(),
      names,
    );
  }),
);

test('lines of real pages with all fields fit the schema, from one thread and from two', async () => {
  const pages = realSites().flatMap(({ pages: some }) => some.slice(0, 12));
  const ndjson = pages
    .map(({ name, html }) => `${JSON.stringify({ url: `https://a.example/${name}`, html })}\n`)
    .join('');
  await withFolder({ 'in.ndjson': ndjson, ...site }, async (folder) => {
    const words = ['in.ndjson', 'site', '--fields', all, '--keep', 'main', '--structured'];
    const one = await lines(folder, ...words);
    assert.is(one.length, pages.length + 8);
    const sorted = (list: Line[]): string[] => list.map((line) => JSON.stringify(line)).sort();
    assert.equal(sorted(await lines(folder, ...words, '--jobs', '2')), sorted(one));
    await lines(folder, 'site', '--preset', 'paper', '--max-removed', '0.1', '--option', 'templateDf=2');
    const chunks = await refrain(folder, 'in.ndjson', '--format', 'chunks');
    for (const line of linesOf(chunks.stdout)) assert.ok(isChunk(line), JSON.stringify([isChunk.errors, line]));
  })();
});

test(
  'without blocks a line is a small part of the size',
  withFolder(site, async (folder) => {
    const [whole, small] = [
      await refrain(folder, 'site', '--fields', 'url,title,markdown,blocks'),
      await refrain(folder, 'site', '--fields', 'url,title,markdown'),
    ];
    assert.ok(small.stdout.length * 3 < whole.stdout.length);
  }),
);

test(
  'a table has a header and one row for each page',
  withFolder({ 'in.ndjson': NDJSON + NDJSON.replaceAll('"tale-1"', '"a \\"b\\", c\\nd"') }, async (folder) => {
    const words = ['in.ndjson', '--format', 'csv', '--fields', 'id,published,authors,lengths,passed'];
    const { stdout } = await refrain(folder, ...words);
    const lengths = (await lines(folder, 'in.ndjson', '--fields', 'lengths')).map((line) =>
      JSON.stringify(line['lengths']).replaceAll('"', '""'),
    );
    assert.equal(stdout.split('\n'), [
      'id,published,authors,lengths,passed',
      `tale-1,2026-01-02T03:04:05Z,Ann Lee,"${lengths[0]}",`,
      '"a ""b"", c',
      `d",2026-01-02T03:04:05Z,Ann Lee,"${lengths[1]}",`,
      '',
    ]);
    const table = await refrain(folder, 'in.ndjson', '--format', 'csv');
    assert.match(
      table.stdout,
      /^id,url,site,title,authors,published,language,kind,confidence,reason\ntale-1,https:\/\/a\.example\/tale,tales,A tale \| Tales,Ann Lee,2026/,
    );
    const formulas = NDJSON.replaceAll('"tale-1"', '"=1+1"');
    writeFileSync(`${folder}/formulas.ndjson`, formulas);
    const { stdout: safe } = await refrain(
      folder,
      'formulas.ndjson',
      '--format',
      'csv',
      '--fields',
      'id,templateShare',
    );
    assert.match(safe, /\n'=1\+1,[\d.]+\n$/);
    await refrain(folder, ...words, '--out', 'out.csv', '--jobs', '2');
    assert.is(readFileSync(`${folder}/out.csv`, 'utf8'), stdout);
  }),
);

test(
  'text and Markdown on standard output name their pages, unless there is one page only',
  withFolder({ 'in.ndjson': NDJSON, 'a.html': '<pre>x\f==&gt; y &lt;==</pre>', ...site }, async (folder) => {
    for (const format of ['text', 'markdown']) {
      const many = (await refrain(folder, 'a.html', 'in.ndjson', '--format', format)).stdout;
      assert.equal(many.match(/(?<=^(\f==> |<!--\f))\S+/gm), ['a.html', 'https://a.example/tale']);
      assert.is(many.split('\f').length, 3, 'a form feed of a page is none of the output');
      const one = (await refrain(folder, 'a.html', '--format', format)).stdout;
      assert.not.match(one, 'a.html');
      assert.is((await refrainWithInput(folder, page('A'), '-', '--format', format)).stdout.includes('\f'), false);
      assert.is((await refrainWithInput(folder, NDJSON, '-', '--format', format)).stdout.includes('\f'), true);
    }
    assert.is((await refrain(folder, 'site', '--format', 'markdown', '--out', 'clean', '--jobs', '2')).code, 0);
    assert.match(readFileSync(`${folder}/clean/1.md`, 'utf8'), /Story of day 1\n$/);
    assert.match(readFileSync(`${folder}/clean/index.tsv`, 'utf8'), '1.html\t1.md\tsite\t\n');
  }),
);

test(
  'a URL that cannot be parsed does not change links',
  withFolder({}, async (folder) => {
    const bad = JSON.stringify({ url: 'not a url', html: '<p>one <a href=/x>two</a> three' });
    const words = ['-', '--site', 's', '--preset', 'paper', '--format', 'markdown'];
    const { code, stdout } = await refrainWithInput(folder, `${bad}\n${bad.replace('not', 'no')}\n`, ...words);
    assert.is(code, 0);
    assert.is(stdout.split('one [two](/x) three').length, 3);
  }),
);

test(
  'the template of a site is written once, as lines and into the archive, by any number of threads',
  withFolder(site, async (folder) => {
    const { code, stderr } = await refrain(folder, 'site', '--templates', 'one.ndjson', '--format', 'text', '-q');
    assert.is(code, 0, stderr);
    const text = readFileSync(`${folder}/one.ndjson`, 'utf8');
    const found = linesOf(text);
    assert.is(found.length, 1);
    for (const line of found) assert.ok(isTemplate(line), JSON.stringify([isTemplate.errors, line]));
    assert.is(found[0]?.['pages'], 8);
    await refrain(folder, 'site', '--templates', 'three.ndjson', '--format', 'text', '-q', '--jobs', '3');
    assert.is(readFileSync(`${folder}/three.ndjson`, 'utf8'), text);
    await refrain(folder, 'site', '--templates', 'w.ndjson', '--format', 'warc', '--out', 'out.warc.gz', '-q');
    const archive = gunzipSync(readFileSync(`${folder}/out.warc.gz`)).toString();
    assert.is(archive.split(`\r\n\r\n${text.trim()}\r\n`).length, 2);
  }),
);

test(
  'data is the subject of a page from its JSON-LD',
  withFolder(
    {
      'soup.html': `<title>Soup</title><script type="application/ld+json">{"@graph": [{"@type": "WebSite", "name": "Kitchen"},
        {"@type": "Recipe", "name": "Soup", "recipeYield": 4, "recipeIngredient": ["1/8 tsp sea salt"]}]}</script><p>Soup is good food.`,
      'page.html':
        '<title>Page</title><script type="application/ld+json">{"@type": "WebPage", "name": "Page"}</script><p>Text.',
    },
    async (folder) => {
      const { stdout } = await refrain(folder, 'page.html', 'soup.html', '--fields', 'id,data');
      const found = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
      const recipe = { '@type': 'Recipe', name: 'Soup', recipeYield: 4, recipeIngredient: ['1/8 tsp sea salt'] };
      assert.equal(found, [{ id: 'page.html' }, { id: 'soup.html', data: [recipe] }]);
    },
  ),
);

test.run();
