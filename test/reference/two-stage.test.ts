import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Random, seeded } from '../support/random.ts';
import {
  bm25,
  type DecisionLoop,
  type DividedBlock,
  type DividedPage,
  decide,
  divide,
  isSimilar,
  pivoted,
  ReferenceIndex,
  type Signature,
  type StyleMode,
  signature,
  twoStage,
  wordsOf,
} from './two-stage.ts';

const separators = new Set(['table', 'p', 'ul']);

const divided = (html: string, styles: StyleMode = 'paper', names: ReadonlySet<string> = separators): DividedBlock[] =>
  divide(html, { separators: names, styles });

const texts = (html: string, names: ReadonlySet<string> = separators): string[] =>
  divided(html, 'paper', names).map(({ text }) => text);

/** `position: text` for each block. */
const places = (html: string): string[] =>
  divided(html).map(({ position, text }) => `${position.join('.')}: ${text.replaceAll('\n', ' ')}`);

/** How many looks the blocks have. */
const looks = (html: string, styles: StyleMode = 'paper'): number =>
  new Set(divided(html, styles).map(({ style }) => style)).size;

const hex = (of: Signature): string => of.map((part) => part.toString(16).padStart(8, '0')).join(' ');

/** Verdicts on `t` and `c`: a string for each page, a letter for each block. */
const verdicts = (pages: readonly string[], loop: DecisionLoop = 'plain', site: (page: number) => string = () => 'a') =>
  twoStage(
    pages.map((html, page) => ({ html, site: site(page) })),
    { separators, loop },
  ).map(({ blocks }) => blocks.map(({ isTemplate }) => (isTemplate ? 't' : 'c')).join(''));

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

test('text belongs to the nearest block, and what has none to the body', () => {
  assert.equal(places('a<p>b<table><tr><td>c<p>d</table>e'), [': a', '1: b e', '1.1: c', '1.1.1: d']);
  assert.equal(places('<div>a<table><tr><td>b</table>c</div>'), [': a c', '1: b']);
  assert.equal(places('<frameset><noframes>a</noframes></frameset>'), [': a']);
});

test('a position counts the blocks of one parent block, those without text too', () => {
  assert.equal(places('<p></p><div><p>a</p></div><ul><li><p>b<li><p><li><p>c</ul><p>d'), [
    '2: a',
    '3.1: b',
    '3.3: c',
    '4: d',
  ]);
});

test('what is ignored has neither text nor blocks', () => {
  assert.equal(places('<title>a</title><noscript><p>b</noscript><template><p>c</template><script>d</script><p>e'), [
    '1: e',
  ]);
});

test('ignored elements do not part a word, comments do not either', () => {
  assert.equal(texts('<p>a<script>b</script>c<!-- -->d'), ['acd']);
});

test('a style is the tag name and seven attributes, as they are written', () => {
  assert.is(looks('<p>a</p><p>b</p>'), 1);
  assert.is(looks('<p>a<ul>b</ul>'), 2);
  for (const name of ['bgcolor', 'width', 'height', 'border', 'align', 'cellpadding', 'cellspacing']) {
    assert.is(looks(`<p ${name}="1">a<p ${name}="1">b`), 1, name);
    assert.is(looks(`<p ${name}="1">a<p ${name}="1 ">b`), 2, name);
    assert.is(looks(`<p ${name}="">a<p>b`), 2, name);
  }
  assert.is(looks('<p align=A>a<p align=a>b'), 2);
  assert.is(looks('<p align=1>a<p width=1>b'), 2);
  assert.is(looks('<p width=1 align=2>a<p align=2 width=1>b'), 1);
  assert.is(looks('<p id=1 style=2>a<p>b'), 1);
});

test('the class is part of a modern style', () => {
  const page = '<p class=a>a<p class="">b<p>c';
  assert.is(looks(page), 1);
  assert.is(looks(page, 'modern'), 3);
});

test('within a line of text only white space parts the words', () => {
  assert.equal(texts('<p>foo<b>bar</b>'), ['foobar']);
  assert.equal(texts('<p>foo <b>bar</b>'), ['foo bar']);
  assert.equal(texts('<p>foo<b>\n</b>bar'), ['foo bar']);
  assert.equal(texts('<p>foo<x-y>bar</x-y>'), ['foobar']);
  assert.equal(texts('<p>foo<br>bar'), ['foo\nbar']);
  assert.equal(texts('<p>foo<br> bar'), ['foo\nbar']);
  assert.equal(texts('<p> foo \n bar&nbsp;'), ['foo bar']);
});

test('cells are apart by a tab, everything else that breaks the line by a line feed', () => {
  assert.equal(texts('<table><tr><td>a<td>b<tr><th>c<td><div>d</div></table>'), ['a\tb\nc\nd']);
});

test('what stood around another block’s text is not one word', () => {
  assert.equal(texts('<div>a<table><tr><td>b</table>c</div>'), ['a\nc', 'b']);
  assert.equal(texts('a<x-y>b</x-y>c', new Set(['x-y'])), ['a c', 'b']);
  assert.equal(texts('a<x-y></x-y>c', new Set(['x-y'])), ['ac']);
  assert.equal(texts('<table><tr><td>a<td>b<td>c</table>', new Set(['td'])), ['a', 'b', 'c']);
});

test('words are cut by Unicode’s rules, each code point in lower case by itself', () => {
  assert.equal(wordsOf('Don’t — 3.5 “ÉTÉ”, foo_bar!'), ['don’t', '3.5', 'été', 'foo_bar']);
  assert.equal(wordsOf('ΟΔΟΣ'), ['οδοσ']);
  assert.equal(wordsOf('\u{10400}\u0130'), ['\u{10428}i\u0307']);
  assert.equal(wordsOf(' —… '), []);
});

const places8 = {
  A: [3, 8, 20, 55, 56, 90, 122, 130],
  B: [3, 8, 20, 57, 58, 92, 124, 132],
  C: [5, 10, 22, 60, 61, 95, 127, 135],
} as const;

test('signatures of eight places', () => {
  assert.is(hex(signature(places8.A)), '00000028 00001008 00000006 00000101');
  assert.is(hex(signature(places8.B)), '00000028 00001020 00000006 00000101');
  assert.is(hex(signature(places8.C)), '00000020 00001040 00000006 00000101');
});

test('the parts of a signature where the places do not divide by four', () => {
  // Every step is 1, so a part that has any has its bit 1; the parts' sizes show in where the last step, 2, goes.
  const partOf = (length: number, at: number): number => {
    const step = (index: number): number => (index === at ? 2 : 1);
    let position = 0;
    const positions = times(length, (index) => {
      position += step(index);
      return position;
    });
    return signature(positions).findIndex((part) => (part & 4) !== 0);
  };
  const partsOf = (length: number): number[] => times(length, (at) => partOf(length, at));
  assert.equal(partsOf(1), [0]);
  assert.equal(partsOf(2), [0, 2]);
  assert.equal(partsOf(3), [0, 1, 2]);
  assert.equal(partsOf(5), [0, 0, 1, 2, 3]);
  assert.equal(partsOf(6), [0, 0, 1, 2, 2, 3]);
});

test('a step sets the bit of its remainder by 32', () => {
  assert.equal(signature([32]), [1, 0, 0, 0]);
  assert.equal(signature([31]), [0x80000000, 0, 0, 0]);
  assert.equal(signature([63]), [0x80000000, 0, 0, 0]);
  assert.equal(signature([]), [0, 0, 0, 0]);
});

test('similarity', () => {
  const [a, b, c] = [signature(places8.A), signature(places8.B), signature(places8.C)];
  assert.is(isSimilar(a, b), true);
  assert.is(isSimilar(a, c), false);
  assert.is(isSimilar(signature([4, 9, 13, 30]), signature([4, 9, 13, 31])), false);
  assert.is(isSimilar(signature([7]), signature([39])), true);
  assert.is(isSimilar(signature([7]), signature([8])), false);
  const full: Signature = [2 ** 32 - 1, 0, 0, 0];
  assert.is(isSimilar(full, full), true);
  assert.is(isSimilar(signature([]), signature([])), true);
  assert.is(isSimilar(signature([]), signature([1])), false);
});

test('four fifths are enough, of the fuller one’s bits', () => {
  assert.is(isSimilar([0b11111, 0, 0, 0], [0b1111, 0, 0, 0]), true);
  assert.is(isSimilar([0b11111, 0, 0, 0], [0b111, 0, 0, 0]), false);
  assert.is(isSimilar([0b11111, 0, 0, 0], [0b1111, 1, 0, 0]), true);
  assert.is(isSimilar([0b1111, 0, 0, 0], [0b1111, 0, 0, 0b11]), false);
  // The same bits in other parts are other bits.
  assert.is(isSimilar([1, 0, 0, 0], [0, 1, 0, 0]), false);
});

/** A page with the site's menu and a story of its own. */
const menuAndStory = (page: number): string => `<ul><li>home news about us</ul><p>story number x${page} y${page}`;

test('five pages make a menu template, four do not', () => {
  assert.equal(verdicts(times(4, menuAndStory)), Array(4).fill('cc'));
  assert.equal(verdicts(times(5, menuAndStory)), Array(5).fill('tc'));
});

test('blocks of different sites are no cluster', () => {
  const site = (page: number): string => (page < 5 ? 'a' : 'b');
  assert.equal(verdicts(times(9, menuAndStory), 'plain', site), [...Array(5).fill('tc'), ...Array(4).fill('cc')]);
});

test('another place or another look is another cluster', () => {
  const moved = (page: number): string => (page === 4 ? `<p></p>${menuAndStory(page)}` : menuAndStory(page));
  assert.equal(verdicts(times(5, moved)), Array(5).fill('cc'));
  const dyed = (page: number): string => menuAndStory(page).replace('<ul>', `<ul bgcolor=${page === 4 ? 'red' : ''}>`);
  assert.equal(verdicts(times(5, dyed)), Array(5).fill('cc'));
  assert.equal(verdicts(times(6, dyed)), ['tc', 'tc', 'tc', 'tc', 'cc', 'tc']);
});

test('four words of five are enough', () => {
  const page = (fresh: number) => (at: number) =>
    `<p>one two three four ${times(fresh, (of) => `x${at}y${of}`).join(' ')}`;
  assert.equal(verdicts(times(5, page(1))), Array(5).fill('t'));
  assert.equal(verdicts(times(5, page(2))), Array(5).fill('c'));
});

test('a word that comes twice counts twice', () => {
  // Nine of ten different words are on every page, but only nine of twelve in all.
  const page = (at: number): string => `<p>a b c d e f g h i x${at} x${at} x${at}`;
  assert.equal(verdicts(times(5, page)), Array(5).fill('c'));
});

test('a word at another place is none of the template', () => {
  const page = (at: number): string => `<p>${at === 0 ? 'new ' : ''}a b c d e f g h`;
  assert.equal(verdicts(times(5, page)), Array(5).fill('c'));
  assert.equal(verdicts(times(6, page)), ['c', ...Array(5).fill('t')]);
});

/**
 * Pages with one block each: forty times one word, and another in the middle of each part of the signature that is named.
 * The word has the step 1 in every part, and the step 2 in these.
 */
const stepping = (...pages: readonly (readonly number[])[]): string[] =>
  pages.map((parts, page) => {
    const words = times(40, (at) => (at % 10 === 5 && parts.includes((at - 5) / 10) ? [`x${page}`, 'w'] : ['w']));
    return `<p>${words.flat().join(' ')}`;
  });

test('a block joins a cluster if it is like the leader; to be like another member is not enough', () => {
  const [few, some, most] = [[0], [0, 1], [0, 1, 2]];
  assert.equal(verdicts(stepping(few, some, some, some, some)), Array(5).fill('t'));
  assert.equal(verdicts(stepping(few, some, some, some, most)), Array(5).fill('c'));
  assert.equal(verdicts(stepping(some, few, some, some, most)), Array(5).fill('t'));
});

test('of two leaders that a block is like, the first has it', () => {
  const [few, some, most] = [[0], [0, 1], [0, 1, 2]];
  assert.equal(verdicts(stepping(few, most, some, some, some, some)), ['t', 'c', 't', 't', 't', 't']);
  assert.equal(verdicts(stepping(most, few, some, some, some, some)), ['t', 'c', 't', 't', 't', 't']);
});

test('a text without words is content', () => {
  assert.equal(verdicts(Array(6).fill('<p>—')), Array(6).fill('c'));
});

test('no page and an empty page', () => {
  assert.equal(verdicts([]), []);
  assert.equal(verdicts(['', '']), ['', '']);
});

test('what is decided helps others to be template, unless it is skipped', () => {
  // The first page's first words are its own, and more than a fifth of its menu.
  const page = (at: number): string => (at === 0 ? 'x y z<p>a b c d e f g h x y z' : '<p>a b c d e f g h');
  const pages = times(5, page);
  assert.equal(verdicts(pages, 'plain'), ['cc', 't', 't', 't', 't']);
  assert.equal(verdicts(pages, 'earlyExit'), ['cc', 't', 't', 't', 't']);
  assert.equal(verdicts(pages, 'skipDecided'), ['cc', 'c', 'c', 'c', 'c']);
});

/** Pages of a menu whose words now and then change, move or stay away, and of a story; small enough to go through thousands. */
const randomSite = (random: Random): DividedPage[] => {
  const length = 3 + random.below(8);
  const unrest = 1 + random.below(12);
  const vocabulary = 4 + random.below(8);
  const menu = times(length, () => `w${random.below(vocabulary)}`);
  const line = (page: number): string =>
    menu
      .flatMap((word) => {
        const change = random.below(unrest * 6);
        if (change === 0) return [];
        if (change === 1) return [`x${page}`];
        if (change === 2) return [`w${random.below(vocabulary)}`];
        if (change === 3) return [word, `y${page}`];
        return [word];
      })
      .join(' ');
  return times(4 + random.below(8), (page) => {
    const ahead = random.below(12) === 0 ? `<p>${line(page)}` : '';
    const look = random.below(8) === 0 ? ' align=right' : '';
    const noise = random.below(4) === 0 ? times(1 + random.below(4), (at) => `z${page}${at} `).join('') : '';
    const html = `${ahead}<ul${look}>${noise}${line(page)}</ul><p>${line(page)}`;
    return { site: random.below(10) === 0 ? 'b' : 'a', blocks: divide(html, { separators }) };
  });
};

test('an early exit changes no verdict of thousands of sites, and to skip what is decided does', () => {
  const random = seeded(4);
  const found = { template: 0, content: 0, otherwise: 0 };
  for (let site = 0; site < 3000; site += 1) {
    const pages = randomSite(random);
    const [plain, early, skipping] = [decide(pages, 'plain'), decide(pages, 'earlyExit'), decide(pages, 'skipDecided')];
    const wanted = JSON.stringify(plain);
    if (JSON.stringify(early) !== wanted) assert.equal(early, plain, `site ${site}`);
    if (JSON.stringify(skipping) !== wanted) found.otherwise += 1;
    for (const isTemplate of plain.flat()) found[isTemplate ? 'template' : 'content'] += 1;
  }
  // Had it hardly met one of them, the comparison would prove little.
  assert.ok(found.template > 5000 && found.content > 5000 && found.otherwise > 50, JSON.stringify(found));
});

const figures = { tf: 3, queryTf: 1, df: 50, pages: 1000, length: 200, averageLength: 100, averageTf: 1.5 };

test('a term’s share in BM25', () => {
  assert.is(bm25(figures).toFixed(6), '4.063867');
  assert.is(bm25({ ...figures, length: 100 }).toFixed(6), '5.283027');
  assert.is(bm25({ ...figures, queryTf: 2 }), 2 * bm25(figures));
  assert.is(bm25({ ...figures, df: 500 }), 0);
  assert.is(bm25({ ...figures, df: 900 }), 0);
});

test('a term’s share in the pivoted formula', () => {
  assert.is(pivoted(figures).toFixed(6), '3.728883');
  assert.is(pivoted({ ...figures, length: 100 }).toFixed(6), '4.474660');
  assert.is(pivoted({ ...figures, queryTf: 2 }), 2 * pivoted(figures));
  assert.ok(pivoted({ ...figures, df: 1000 }) > 0);
});

const kept = (text: string, keep = true) => ({ words: wordsOf(text), keep });

test('an index has what is kept, with the positions of the whole page', () => {
  const index = new ReferenceIndex([
    [kept('b a b'), kept('menu a', false), kept('a c')],
    [kept('menu', false)],
    [kept('c'), kept('menu a', false)],
  ]);
  assert.equal(
    [...index.postings].map(([word, pages]) => [word, [...pages]]),
    [
      ['b', [[0, [1, 3]]]],
      ['a', [[0, [2, 8]]]],
      [
        'c',
        [
          [0, [9]],
          [2, [1]],
        ],
      ],
    ],
  );
  assert.equal(index.lengths, [5, 0, 1]);
  assert.equal(index.distinct, [3, 0, 1]);
  assert.is(index.averageLength, 2);
  assert.equal(
    ['a', 'b', 'c', 'menu'].map((word) => index.df(word)),
    [1, 1, 2, 0],
  );
});

/** A thousand pages, fifty with the word three times; the first of those is of the length and the others make the mean 150. */
const thousandPages = (length: number): ReferenceIndex => {
  // Of `length` words the word is three; the rest make the page have 1.5 of each on average.
  const first = [...Array<string>(3).fill('word'), ...times(length - 3, (at) => `f${at % ((length * 2) / 3 - 1)}`)];
  const rest = 150 * 1000 - length;
  const lengths = times(999, (at) => Math.floor((rest * (at + 1)) / 999) - Math.floor((rest * at) / 999));
  const others = lengths.map((own, at) => [
    ...(at < 49 ? Array<string>(3).fill('word') : []),
    ...Array<string>(own - (at < 49 ? 3 : 0)).fill(`o${at}`),
  ]);
  return new ReferenceIndex([first, ...others].map((words) => [{ words, keep: true }]));
};

test('scores of a thousand pages', () => {
  const scoreOf = (index: ReferenceIndex, ranking: 'bm25' | 'pivoted'): string | undefined =>
    index
      .search('WORD', ranking)
      .find(({ page }) => page === 0)
      ?.score.toFixed(6);
  const [long, mean] = [thousandPages(300), thousandPages(150)];
  assert.is(long.averageLength, 150);
  assert.is(scoreOf(long, 'bm25'), '4.063867');
  assert.is(scoreOf(mean, 'bm25'), '5.283027');
  assert.is(scoreOf(long, 'pivoted'), '3.728883');
  assert.is(scoreOf(mean, 'pivoted'), '4.474660');
  assert.is(long.search('word', 'bm25').length, 50);
});

test('results: the best first, then by number; a page that scores nothing is one all the same', () => {
  const index = new ReferenceIndex(
    [kept('c'), kept('a b'), kept('a a b'), kept('a b'), kept('a d'), kept('')].map((block) => [block]),
  );
  const pages = (query: string, ranking: 'bm25' | 'pivoted' = 'bm25'): number[] =>
    index.search(query, ranking).map(({ page }) => page);
  assert.equal(pages('a'), [1, 2, 3, 4]);
  assert.equal(
    index.search('a', 'bm25').map(({ score }) => score),
    [0, 0, 0, 0],
  );
  assert.equal(pages('d a'), [4, 1, 2, 3]);
  assert.equal(pages('c d'), [0, 4]);
  assert.equal(pages('c d d'), [4, 0]);
  assert.equal(pages('nothing'), []);
  assert.equal(pages(' — '), []);
  assert.is(pages('a', 'pivoted')[0], 2);
  assert.ok(index.search('a', 'pivoted').every(({ score }) => score > 0));
});

test('a word of the query counts as often as the query has it', () => {
  const index = new ReferenceIndex([kept('a'), kept('b'), kept('c'), kept('d')].map((block) => [block]));
  const score = (query: string): number | undefined => index.search(query, 'bm25')[0]?.score;
  assert.is(score('a A'), 2 * (score('a') ?? 0));
});

test('a verdict takes the block’s words out of the index', () => {
  const pages = twoStage(
    times(6, (at) => ({ html: menuAndStory(at), site: 'a' })),
    { separators },
  );
  const whole = new ReferenceIndex(pages.map(({ blocks }) => blocks.map(({ words }) => ({ words, keep: true }))));
  const without = new ReferenceIndex(
    pages.map(({ blocks }) => blocks.map(({ words, isTemplate }) => ({ words, keep: !isTemplate }))),
  );
  assert.is(whole.search('news', 'pivoted').length, 6);
  assert.equal(without.search('news', 'pivoted'), []);
  assert.equal(without.lengths, Array(6).fill(4));
  assert.equal(without.postings.get('story')?.get(0), whole.postings.get('story')?.get(0));
});

test('a hundred thousand nested blocks', () => {
  const page = `${'<ul>'.repeat(100_000)}a`;
  const [block, ...others] = divided(page);
  assert.equal(others, []);
  assert.equal(block?.position.length, 100_000);
});

test.run();
