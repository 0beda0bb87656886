/** Rules of robots.txt, as in RFC 9309, and rules that are made to be slow. */
import { LimitError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../test/support/cpu.ts';
import { seededRandom } from '../../../test/support/random.ts';
import { RobotsFile } from '../src/read/crawl/robots-file.ts';

const ORIGIN = 'https://a.example';
const allows = (rules: string, path: string): boolean =>
  new RobotsFile(`User-agent: *\n${rules}`, 'refrain').isAllowed(ORIGIN + path);

/** Rules, URLs that they allow, and URLs that they forbid. */
const CASES: readonly (readonly [rules: string, allowed: readonly string[], forbidden: readonly string[]])[] = [
  ['Disallow:', ['/', '/a'], []],
  ['Disallow: /', [], ['/', '/a?b']],
  ['Disallow: /fish', ['/Fish', '/catfish', '/?id=fish'], ['/fish', '/fish.html', '/fish/salmon', '/fishheads?a']],
  ['Disallow: /*.php', ['/', '/windows.PHP'], ['/a.php', '/folder/a.php?b', '/a.php5']],
  ['Disallow: /*.php$', ['/a.php?b', '/a.php/', '/a.php5'], ['/a.php', '/folder/a.php']],
  ['Disallow: /fish*.php', ['/Fish.PHP'], ['/fish.php', '/fishheads/catfish.php?a']],
  ['Disallow: /a*b*c$', ['/abcd', '/acb', '/a'], ['/abc', '/a/b/cc', '/abcbc']],
  ['Disallow: /*a*a$', ['/a', '/ab'], ['/aa', '/aba']],
  ['Disallow: *', [], ['/', '/a']],
  ['Disallow: /a**b', ['/a'], ['/ab', '/acb']],
  ['Disallow: a', ['/a', '/'], []],
  ['Allow: /p\nDisallow: /', ['/page', '/p'], ['/', '/a']],
  ['Disallow: /folder\nAllow: /folder', ['/folder/a'], []],
  ['Allow: /page\nDisallow: /*.htm', ['/page'], ['/page.htm']],
  ['Allow: /$\nDisallow: /', ['/'], ['/a']],
  // Optional percent-encoding makes no difference.
  ['Disallow: /foo/bar/ツ', [], ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84', '/foo/bar/ツ']],
  ['Disallow: /foo/bar/%62%61%7A', ['/foo/bar/ba'], ['/foo/bar/baz']],
  ['Disallow: /a%2fb', ['/a/b'], ['/a%2Fb']],
  ["Disallow: /a?b='c'|[d] e", [], ["/a?b='c'|[d]%20e", '/a?b=%27c%27%7C%5Bd%5D%20e']],
  ['Disallow: /file-%2A.html', ['/file-a.html'], ['/file-*.html', '/file-%2a.html']],
  ['Disallow: /a$b', ['/a'], ['/a$b', '/a%24b']],
  ['Disallow: /a # text\n# Disallow: /b', ['/b'], ['/a']],
];

for (const [rules, allowed, forbidden] of CASES)
  test(rules, () => {
    for (const path of allowed) assert.ok(allows(rules, path), path);
    for (const path of forbidden) assert.not.ok(allows(rules, path), path);
  });

test('a crawler obeys the groups with its name, else the groups for all crawlers', () => {
  const text = [
    'Disallow: /none',
    'User-agent: other',
    'User-agent: Refrain/2.0',
    'Sitemap: https://a.example/map.xml',
    'Disallow: /a',
    'Crawl-delay: 3',
    'User-agent: *',
    'Disallow: /b',
    'Crawl-delay: x',
    'user-agent : refrain',
    'disallow : /c',
  ].join('\r\n');
  const own = new RobotsFile(text, 'refrain/0.1');
  const answers = ['/a', '/b', '/c', '/none'].map((path) => own.isAllowed(ORIGIN + path));
  assert.equal(answers, [false, true, false, true]);
  assert.is(own.delay, 3);
  const others = new RobotsFile(text, 'another');
  assert.equal([others.isAllowed(`${ORIGIN}/a`), others.isAllowed(`${ORIGIN}/b`), others.delay], [true, false, 0]);
  assert.equal(others.sitemaps, ['https://a.example/map.xml']);
  assert.ok(new RobotsFile('User-agent: *\nDisallow: /\nUser-agent: refrain\nAllow:', 'refrain').isAllowed(ORIGIN));
});

/** A rule that matches by trying every length for a star. */
const slowly = (pattern: string, path: string): boolean => {
  const [sign, rest] = [pattern[0], pattern.slice(1)];
  if (sign === undefined) return true;
  if (sign === '$' && rest === '') return path === '';
  if (sign === '*') return slowly(rest, path) || (path !== '' && slowly(pattern, path.slice(1)));
  return path.startsWith(sign) && slowly(rest, path.slice(1));
};

test('the longest rule decides, whatever is between its stars', () => {
  const random = seededRandom(1);
  const text = (signs: string, most: number): string =>
    Array.from({ length: random.below(most) }, () => signs[random.below(signs.length)]).join('');
  for (let round = 0; round < 5000; round += 1) {
    const rules = Array.from({ length: 4 }, (): [pattern: string, isAllowed: boolean] => [
      `/${text('ab**', 6)}${random.below(3) === 0 ? '$' : ''}`,
      random.below(2) === 0,
    ]);
    const path = `/${text('ab', 7)}`;
    const [best] = rules
      .filter(([pattern]) => slowly(pattern, path))
      .sort(([one, first], [other, second]) => other.length - one.length || Number(second) - Number(first));
    const lines = rules.map(([pattern, isAllowed]) => `${isAllowed ? 'Allow' : 'Disallow'}: ${pattern}`).join('\n');
    assert.is(allows(lines, path), best?.[1] ?? true, `${path}\n${lines}`);
  }
});

const LETTERS = 'abcd';
const word = (length: number, number: number): string =>
  Array.from({ length }, (_, at) => LETTERS[Math.floor(number / LETTERS.length ** at) % LETTERS.length]).join('');
const PATH = `/${Array.from({ length: 400 }, (_, at) => word(5, at * 37)).join('')}`;
const As = `/b${'a'.repeat(1900)}`;

/** A rule by its number, and a long URL that it does not match. */
const STRESS_INPUTS: Readonly<Record<string, readonly [rule: (at: number) => string, path: string]>> = {
  'stars and one letter': [(at) => `/${'*a'.repeat(400 + (at % 9))}*c`, As],
  'stars and a letter that stands before': [(at) => `/${'*a'.repeat(400 + (at % 9))}*b`, As],
  'a letter that is not there': [(at) => `/*${word(6, at)}*e`, PATH],
  'parts that are there, in another order': [(at) => `/*${word(4, at)}*${word(9, at * 7)}$`, PATH],
  'parts that almost match': [(at) => `/*${'a'.repeat(at % 90)}b${'a'.repeat(20)}*b`, As],
  'beginnings that almost match': [(at) => `/b${'a'.repeat(at % 1800)}b`, As],
  'names of the crawler': [(at) => `/x${at}\nUser-agent: *\nUser-agent: refrain`, As],
};

for (const [name, [rule, path]] of Object.entries(STRESS_INPUTS))
  test(`time is linear: ${name}`, async () => {
    await assertLinear(name, 400_000, (size) => {
      let text = 'User-agent: *\n';
      for (let at = 0; text.length < size; at += 1) text += `Disallow: ${rule(at)}\n`;
      const robots = new RobotsFile(text, 'refrain');
      for (let link = 0; link < 50; link += 1) {
        try {
          robots.isAllowed(ORIGIN + path + link);
        } catch (error) {
          if (!(error instanceof LimitError)) throw error;
          assert.is(error.code, 'PAGE_TOO_COMPLEX');
        }
      }
    });
  });

test('a rule of half a megabyte applies to no URL', () => {
  assert.ok(allows(`Disallow: /${'*a'.repeat(250_000)}*b`, As));
  assert.not.ok(allows(`Disallow: /${'*'.repeat(500_000)}a`, As));
});

test.run();
