/** Metadata of single pages, grouped by place on the page. */
import { Detector, OptionError, type PageMetadata } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const detector = await Detector.create();

/** The metadata of a page of a new site. */
const read = (html: string, url?: string): PageMetadata =>
  detector.label(html).metadata(url === undefined ? {} : { url });

const article = (head: string, body = '<p>The meadow behind the town hall will be mown twice a year.</p>'): string =>
  `<!doctype html><html lang="en-GB"><head>${head}</head><body><main>${body}</main></body></html>`;

const linkedData = (data: unknown): string =>
  article(`<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`);

test('reads what meta elements, links and the language say', () => {
  const found = read(
    article(`<title>Town meadow</title><base href="https://river.example/news/">
      <meta name="author" content="Ana Lopez"><meta name="description" content="A  meadow
 for the town.">
      <meta property="og:site_name" content="River Post"><meta property="og:image" content="meadow.jpg">
      <meta property="article:published_time" content="2026-03-30T08:00:00+02:00">
      <meta property="article:modified_time" content="2026-04-01">
      <link rel="canonical" href="/news/meadow"><link rel="license" href="https://creativecommons.org/licenses/by/4.0/">`),
    'https://river.example/news/meadow?from=mail',
  );
  assert.equal(found, {
    title: 'Town meadow',
    titleElement: 'Town meadow',
    authors: ['Ana Lopez'],
    url: 'https://river.example/news/meadow?from=mail',
    canonicalUrl: 'https://river.example/news/meadow',
    siteName: 'River Post',
    language: 'en-GB',
    description: 'A meadow for the town.',
    image: 'https://river.example/news/meadow.jpg',
    licence: 'https://creativecommons.org/licenses/by/4.0/',
    published: '2026-03-30T08:00:00+02:00',
    modified: '2026-04-01',
    sources: { published: 'open-graph', modified: 'open-graph' },
    ...(found.kind !== undefined && { kind: found.kind }),
  });
});

test('reads Dublin Core', () => {
  const found = read(
    article('<meta name="DC.creator" content="Lopez, Ana"><meta name="DC.date.issued" content="2026-03-30">'),
  );
  assert.equal(found.authors, ['Ana Lopez']);
  assert.equal([found.published, found.sources.published], ['2026-03-30', 'dublin-core']);
});

test('reads linked data in a graph, with references by id', () => {
  const found = read(
    linkedData({
      '@graph': [
        { '@type': 'WebSite', name: 'River Post' },
        { '@type': 'Person', '@id': '#ana', name: 'Ana Lopez' },
        {
          '@type': ['NewsArticle'],
          headline: 'A meadow',
          author: [{ '@id': '#ana' }, { '@type': 'Person', name: 'Ben Weir' }],
          datePublished: '2026-03-30',
          image: { '@type': 'ImageObject', url: 'https://river.example/meadow.jpg' },
          publisher: { '@type': 'Organization', name: 'River Press' },
        },
      ],
    }),
  );
  assert.equal(found.authors, ['Ana Lopez', 'Ben Weir']);
  assert.equal([found.published, found.sources.published], ['2026-03-30', 'json-ld']);
  assert.is(found.siteName, 'River Post');
  assert.is(found.image, 'https://river.example/meadow.jpg');
  assert.is(found.title, 'A meadow');
});

test('reads linked data with line breaks in strings, commas at the end and a comment around it', () => {
  const broken = '<!-- {"@type": "Article", "headline": "A\nmeadow", "author": "Ana Lopez",} -->';
  assert.equal(read(linkedData(broken)).authors, ['Ana Lopez']);
});

test('reads linked data in CDATA, also in that of scripts', () => {
  const json = '{"@type": "Article", "author": ["Ana Lopez", "Ben Weir"], "datePublished": "2026-03-30"}';
  for (const data of [`<![CDATA[${json}]]>`, `//<![CDATA[\n${json}\n//]]>`, `/* <![CDATA[ */ [${json}] /* ]]> */`]) {
    const { authors, published } = read(linkedData(data));
    assert.equal([authors, published], [['Ana Lopez', 'Ben Weir'], '2026-03-30'], data);
  }
});

test('skips linked data that cannot be read', () => {
  for (const data of [
    '{',
    '[[[',
    '{"@type":"Article","author":{"author":',
    'null',
    '"text"',
    '{"@type":7,"author":7}',
  ]) {
    assert.equal(read(linkedData(data)).authors, [], data);
  }
});

test('attributes of a heading have any name, and microdata stands on headings too', () => {
  const heading = '<h1 + - itemprop="datePublished" content="2026-03-30">A meadow</h1><p>By Ana Lopez</p>';
  const found = read(article('', heading));
  assert.is(found.title, 'A meadow');
  assert.equal(found.authors, ['Ana Lopez']);
  assert.equal([found.published, found.sources.published], ['2026-03-30', 'microdata']);
});

test('reads microdata with nested names, and RDFa', () => {
  const microdata = `<h1>A meadow</h1><span itemprop="author" itemscope>By <b itemprop="name">Ana Lopez</b>, gardener</span>
    <time itemprop="datePublished" datetime="2026-03-30">Monday</time>`;
  const found = read(article('', microdata));
  assert.equal(found.authors, ['Ana Lopez']);
  assert.equal([found.published, found.sources.published], ['2026-03-30', 'microdata']);
  const rdfa = '<h1>A meadow</h1><span property="schema:dateModified" content="2026-04-02">now</span>';
  const { modified, sources } = read(article('', rdfa));
  assert.equal([modified, sources.modified], ['2026-04-02', 'microdata']);
});

const BYLINES: readonly (readonly [html: string, authors: readonly string[]])[] = [
  ['<p class="byline">By Ana Lopez and Ben Weir</p>', ['Ana Lopez', 'Ben Weir']],
  ['<p>By Ana Lopez</p>', ['Ana Lopez']],
  ['<p>Written by</p><p>Ana Lopez</p>', ['Ana Lopez']],
  ['<p>30 March 2026 by Ana Lopez</p>', ['Ana Lopez']],
  ['<p>Von Ana Lopez</p>', ['Ana Lopez']],
  ['<p>Par Ana Lopez, 3 mai 2024</p>', ['Ana Lopez']],
  ['<a rel="author" href="/a">Ana Lopez</a>', ['Ana Lopez']],
  ['<p class="autor">Ana Lopez</p>', ['Ana Lopez']],
  ['<p>Автор: Анна Лопес</p>', ['Анна Лопес']],
  ['<p>作者：王小明</p>', ['王小明']],
  ['<p>Af Ana Lopez</p>', ['Ana Lopez']],
  ['<p class="byline">Words by Ana Lopez, photos by Ben Weir</p>', ['Ana Lopez']],
  ['<p class="byline">By Ana Lopez and Carla Monti; Illustrations by Ben Weir</p>', ['Ana Lopez', 'Carla Monti']],
  ['<p class="byline">Von Ana Lopez, Fotos: Ben Weir</p>', ['Ana Lopez']],
  ['<p class="byline">By Ana Lopez, Chief Surveyor, Rivers, Lakes and Harbours</p>', ['Ana Lopez']],
  ['<p class="byline">By Ana Lopez, Senior Writer, and Ben Weir, Editor</p>', ['Ana Lopez', 'Ben Weir']],
  ['<p class="byline">Por Ana Lopez y Ben Weir</p>', ['Ana Lopez', 'Ben Weir']],
  ['<p class="byline">Di Ana Lopez, Ben Weir e Carla Monti</p>', ['Ana Lopez', 'Ben Weir', 'Carla Monti']],
  ['<p class="byline">Por Juan Lopez y Weir</p>', ['Juan Lopez y Weir']],
  ['<a href="/authors/ana-lopez">Ana Lopez</a>', ['Ana Lopez']],
  ['<a href="/soil-authority">Soil Authority</a>', []],
  ['<a href="/author-area">Open Desk</a>', []],
  ['<a href="/contributors">Our Contributors</a>', []],
  ['<a class="menu autoracing" href="/autoracing/">Auto Racing</a>', []],
  ['<p>By bus from the station</p>', []],
  ['<p>ByAna Lopez</p>', ['Ana Lopez']],
  ['<p>Photos and story by Ana Lopez</p>', ['Ana Lopez']],
  ['<p>posted on 2026-03-30 21:15 CET by Ana Lopez</p>', ['Ana Lopez']],
  ['<p>This post was written by Ana Lopez, MD, surveyor, River Clinic.</p>', ['Ana Lopez']],
  ['<p>By <a href="/contributor/ana">Ana Lopez</a> View profile</p>', ['Ana Lopez']],
  ['<p class="byline">content: Ana Lopez, design: Ben Weir, code: Carla Monti</p>', []],
  ['<a href="/solutions/makers-authors/">Makers</a>', []],
  ['<a href="/people/">Our People</a>', []],
  ['<a href="https://law.example/contributor/7">Federal judge rules</a>', []],
  ['<a href="/authors/ana-lopez">Learn more</a>', []],
  ['<p class="author">5 Great Mowers For Wet Meadows</p>', []],
  ['<p>By using this site you agree.</p>', []],
];

for (const [html, authors] of BYLINES) {
  test(`finds ${authors.join(' and ') || 'nobody'} in ${html}`, () => {
    const text = '<p>The meadow behind the town hall will be mown twice a year, and not more often.</p>'.repeat(4);
    const found = read(article('<meta property="og:type" content="article">', `<h1>A meadow</h1>${html}${text}`));
    assert.equal(found.authors, authors);
  });
}

test('an article names its author in a line at its end', () => {
  const end = (html: string): string[] => {
    const text =
      '<h2>A mower</h2><p>The meadow behind the town hall will be mown twice a year, and not more often.</p>'.repeat(
        12,
      );
    return read(article('<meta property="og:type" content="article">', `<h1>A meadow</h1>${text}${html}`)).authors;
  };
  assert.equal(end('<p>Written by Ana Lopez</p>'), ['Ana Lopez']);
  assert.equal(end('<h2>Article by</h2><p>Ana Lopez</p>'), ['Ana Lopez']);
  assert.equal(end('<p>Written by Ana Lopez</p><p>Written by Ben Weir</p>'), []);
  assert.equal(end('<p>Posted by Ana Lopez</p>'), []);
});

const SITE_HEAD = '<meta property="og:site_name" content="';

test('a site with the name of a person is written by that person, where it says so', () => {
  const of = (site: string, more = ''): string[] =>
    read(article(`${SITE_HEAD}${site}"><meta name="author" content="${site}">${more}`)).authors;
  assert.equal(of('Ana Lopez'), ['Ana Lopez']);
  assert.equal(of('Ana M. Lopez'), ['Ana M. Lopez']);
  for (const name of ['River News', 'Weir Dental', 'Der Bote', 'The Lopez', 'Lopez']) assert.equal(of(name), [], name);
  assert.equal(
    of('Ana Lopez', '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ben Weir">'),
    ['Ben Weir'],
  );
});

test('one word that is a part of the host is the site', () => {
  const head = '<meta name="author" content="Meadow">';
  assert.equal(read(article(head), 'https://docs.meadow.example/a').authors, []);
  assert.equal(read(article(head), 'https://docs.river.example/a').authors, ['Meadow']);
});

test('second labels of cards, and authors of papers, are read', () => {
  const card = '<meta name="twitter:label1" content="Reading time"><meta name="twitter:data1" content="5 minutes">';
  const by = '<meta name="twitter:label2" content="Written by"><meta name="twitter:data2" content="Ana Lopez">';
  assert.equal(read(article(card + by)).authors, ['Ana Lopez']);
  const papers = ['Ana Lopez', 'Ben Weir'].map((name) => `<meta name="citation_authors" content="${name}">`);
  assert.equal(read(article(papers.join(''))).authors, ['Ana Lopez', 'Ben Weir']);
});

const NO_AUTHORS = [
  'https://river.example/ana',
  'www.river.example',
  'admin',
  'River Post',
  'ana@river.example',
  'Staff',
  'Lopez Mowers Inc',
];

for (const name of NO_AUTHORS) {
  test(`takes ${name} for no author`, () => {
    const head = `<meta property="og:site_name" content="River Post"><meta name="author" content="${name}">`;
    assert.equal(read(article(head)).authors, []);
  });
}

test('reads dates beside the headline, those of changes by their words', () => {
  const body =
    '<h1>A meadow</h1><p>Posted on March 30, 2026</p><p>Last updated: 2 April 2026</p><p>Text of the page.</p>';
  const found = read(article('', body));
  assert.equal([found.published, found.sources.published], ['2026-03-30', 'text']);
  assert.equal([found.modified, found.sources.modified], ['2026-04-02', 'text']);
});

test('where it was published with its last change or after it, an earlier date beside the headline is right', () => {
  const dated = (shown: string, published: string): PageMetadata =>
    read(
      article(
        `<title>A meadow</title><script type="application/ld+json">{"@type":"Article","datePublished":"${published}","dateModified":"2026-03-01"}</script>`,
        `<h1>A meadow</h1><p>${shown}<p>The meadow behind the town hall will be mown twice a year.`,
      ),
    );
  assert.is(dated('May 14, 2025', '2026-03-01').published, '2025-05-14');
  assert.is(dated('May 14, 2025', '2026-02-01').published, '2026-02-01');
  assert.is(dated('May 14, 2027', '2026-03-01').published, '2026-03-01');
  assert.is(dated('Updated May 14, 2025', '2026-03-01').published, '2026-03-01');
});

/** Lines next to headings in order of preference: the heading with the title is first. */
const BESIDE: readonly (readonly [title: string, body: string, author: string])[] = [
  ['Otters are back - Daily', '<h1>Daily</h1><p>By Ben Weir<p>x<h2>Otters are back!</h2><p>By Ana Lopez', 'Ana Lopez'],
  ['Otters\u2019 way', '<h2>News</h2><p>By Ben Weir<p>x<h2>OTTERS\u2019 WAY</h2><p>By Ana Lopez', 'Ana Lopez'],
  ['Otters', '<h2>News</h2><p>By Ben Weir<p>x<h1>Thread: Otters</h1><p>By Ana Lopez', 'Ana Lopez'],
  ['Otters', '<h2>News</h2><p>By Ben Weir<p>x<h1>Weasels</h1><p>By Ana Lopez', 'Ana Lopez'],
  ['Otters', '<h2>News</h2><p>By Ben Weir<p>x<h2>Weasels</h2><p>By Ana Lopez', 'Ben Weir'],
];
for (const [title, body, author] of BESIDE) {
  test(`reads the lines beside the heading that says what the title says: ${title} in ${body}`, () => {
    assert.equal(read(`<title>${title}</title>${body}<p>The otters were counted at the river.`).authors, [author]);
  });
}

test('the line behind a long heading is read', () => {
  const text = '<p>The meadow behind the town hall will be mown twice a year, and not more often.</p>'.repeat(4);
  const body = `<h1>${'Town meadow '.repeat(20)}</h1><p>By Ana Lopez</p>${text}`;
  assert.equal(read(article('', body)).authors, ['Ana Lopez']);
});

test('the name of the site in the title is not the heading that says it', async () => {
  const site = await Detector.create();
  const head = '<meta property="og:type" content="article">';
  const learn = (title: string, author: string): PageMetadata => {
    const lead = `<h1>Daily Bugle</h1><p>By Ben Weir</p><p>News</p><h2>${title}</h2><p>By ${author}</p>`;
    const text = `<p>${title} are what the meadow behind the town hall will be mown for.</p>`.repeat(4);
    return site.learn(article(`<title>${title} - Daily Bugle</title>${head}`, lead + text)).metadata();
  };
  for (const title of ['Mills', 'Weasels', 'Trains', 'Rivers']) learn(title, 'Eve Moor');
  assert.equal(learn('Otters', 'Ana Lopez').authors, ['Ana Lopez']);
});

test('a line that does not fit beside the heading is not cut', () => {
  const found = new Set<string>();
  for (let length = 600; length < 720; length += 1) {
    const body = `<h1>Town meadow</h1><p>${'x'.repeat(length)}</p><p>By Ana <b>Lopez</b></p>${'<p>It will be mown twice a year.</p>'.repeat(9)}`;
    found.add(read(article('<meta property="og:type" content="article">', body)).authors.join());
  }
  assert.equal([...found], ['Ana Lopez', '']);
});

test('an author that the page shows is right where it declares another', () => {
  const shown = (line: string): string[] =>
    read(
      article(
        '<title>A meadow</title><meta name="author" content="kate">',
        `<h1>A meadow</h1><p>${line}<p>The meadow behind the town hall will be mown twice a year.`,
      ),
    ).authors;
  assert.equal(shown('by Ana Lopez'), ['Ana Lopez']);
  assert.equal(shown('Auteur : Ana Lopez'), ['Ana Lopez']);
  assert.equal(shown('by Kate Weir'), ['kate']);
  assert.equal(shown('by Popular'), ['kate']);
});

test('those who answer in a thread are not its authors', () => {
  const post = (name: string): string =>
    `<div class="post"><a class="member" href="/members/${name}">${name}</a><p>I agree that the old mower is best.</p></div>`;
  const thread = `<h1>Which mower?</h1>${['ana_l', 'ben_w', 'cleo_m', 'dora_k'].map(post).join('')}`;
  const found = read(article('<title>Which mower?</title><meta name="generator" content="XenForo">', thread));
  assert.equal([found.kind, found.authors], ['forum', ['ana_l']]);
});

test('the author of a thread is who began it', () => {
  for (const line of ['Thread starter ana_l', 'ana_l Discussion starter']) {
    const posts = ['ben', 'cleo'].map(
      (name) => `<div itemprop="author"><b itemprop="name">${name}</b></div><p>I agree.`,
    );
    const thread = `<h1>Which mower?</h1><p>${line}<p>Which mower do you use on a wet meadow?${posts.join('')}`;
    assert.equal(read(article('<title>Which mower?</title>', thread)).authors, ['ana_l']);
  }
});

test('descriptions have no markup, and names are what they are though the page has escaped them twice', () => {
  const found = read(
    article(
      `<title>Hay &amp;#x26; straw &amp;#xd83c;</title><meta property="og:site_name" content="Lopez &amp;amp; Weir">
      <meta name="description" content="&lt;p&gt;A &lt;b&gt;meadow&lt;/b&gt;&amp;nbsp;for &lt;table&gt;s&lt;/p&gt;">`,
    ),
  );
  // A lone surrogate is not a character.
  assert.is(found.title, 'Hay & straw &#xd83c;');
  assert.is(found.siteName, 'Lopez & Weir');
  assert.is(found.description, 'A meadow for <table>s');
});

test('a line beside the headline goes before the time of a teaser far from it', () => {
  const teaser = '<section><a href="/x"><h3>A pond</h3><time datetime="2025-03-05">Mar 5, 2025</time></a></section>';
  const text = '<p>The meadow behind the town hall will be mown twice a year, and not more often.</p>'.repeat(12);
  const body = `<article><p>May 22, 2025</p><h1>A meadow</h1>${text}</article>${teaser}`;
  assert.equal(read(article('', body)).published, '2025-05-22');
});

test('the date of what the page is about is not that of the page', () => {
  const text = '<p>The mill by the river was built of stone, and its wheel turns slowly.</p>'.repeat(4);
  const row =
    '<tr><th>First trimmed</th><td>November 3, 1954; 70 years ago (<span class="bday published">1954-11-03</span>)</td></tr>';
  const body = `<h1>River mill</h1><p>From a book of mills</p><table>${row}<tr><th>Height</th><td>9 m</td></tr></table>${text}
    <ol><li>Mills. <span class="reference-accessdate">Retrieved 30 April 2010</span></li></ol>`;
  assert.is(read(article('', body)).published, undefined);
});

test('a headline that is repeated as a name of the site stays the headline', () => {
  const title = 'The meadow behind the town hall';
  const names = `<meta name="application-name" content="${title}"><meta property="og:site_name" content="${title}">`;
  const body = `<h1>${title}</h1><p>It will be mown twice a year.</p><h2>Write to us</h2><p>We read all letters.</p>`;
  const found = read(article(`<title>${title}</title>${names}`, body), 'https://river.example/news/meadow');
  assert.equal([found.title, found.siteName], [title, undefined]);
});

test('leaves out a date whose day could be its month in the language of the page', () => {
  const page = article('', '<h1>A meadow</h1><p>Posted on 03/04/2026</p>');
  assert.is(read(page).published, '2026-04-03');
  assert.is(read(page.replace('en-GB', 'en')).published, undefined);
});

test('reads the date of an address last', () => {
  const found = read(article('<title>A</title>'), 'https://river.example/2026/03/30/meadow');
  assert.equal([found.published, found.sources.published], ['2026-03-30', 'url']);
});

test('makes addresses absolute, and leaves out those that run code', () => {
  const head = '<meta property="og:image" content="javascript:alert(1)"><link rel="license" href="../by">';
  const found = read(article(head), 'https://river.example/a/b');
  assert.is(found.image, undefined);
  assert.is(found.licence, 'https://river.example/by');
  assert.is(read(article('<link rel=license href=../by>')).licence, '../by');
});

test('leaves addresses as they are where the URL of the page is none', () => {
  assert.is(read(article('<link rel=license href=../by>'), 'no url').licence, '../by');
});

test('an empty page has an empty title and no authors', () => {
  const { title, titleElement, authors, sources } = read('');
  assert.equal(
    { title, titleElement, authors, sources },
    { title: '', titleElement: undefined, authors: [], sources: {} },
  );
});

test('rejects options that it does not know', () => {
  const page = detector.label('<p>x');
  assert.throws(
    () => page.metadata({ uri: '' } as object),
    (error: unknown) => error instanceof OptionError,
  );
  assert.throws(
    () => page.metadata({ url: 7 } as object),
    (error: unknown) => error instanceof OptionError,
  );
});

test('data that refers to a long list many times, and broken data, take no long time', async () => {
  const flooded = await Detector.create();
  const names = Array.from({ length: 4000 }, () => 'x');
  const authors = Array.from({ length: 4000 }, () => ({ '@id': 'a' }));
  const graph = {
    '@graph': [
      { '@id': 'a', name: names },
      { '@type': 'Article', headline: 'Otters', author: authors },
    ],
  };
  const data = (json: string): string => `<script type="application/ld+json">${json}</script>`;
  const start = process.cpuUsage();
  assert.is(flooded.label(`${data(JSON.stringify(graph))}<p>x`).metadata().title, 'Otters');
  // No more texts are read.
  assert.is(
    flooded.label(`${data('{').repeat(100)}${data('{"@type":"Article","headline":"O"}')}`).metadata().title,
    '',
  );
  assert.is(
    flooded.label(`${data('{').repeat(40)}${data('{"@type":"Article","headline":"O"}')}`).metadata().title,
    'O',
  );
  const { user } = process.cpuUsage(start);
  assert.ok(user < 10e6, `${user / 1e6} s`);
});

test.run();
