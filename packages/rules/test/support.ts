/** A small site with two layouts, and handwritten rules for it; a larger one with one layout; errors of rules. */
import { RulesError, readRules, type SiteRules } from '@refrain/rules/apply';
import * as assert from 'uvu/assert';

const around = (body: string, main: string): string => `<!doctype html>
<html lang="en"><head><title>Harbour Gazette</title><meta name="author" content="The editors"></head>
<body class="${body}">
<div id="top"><a href="/">Harbour Gazette</a><nav class="menu"><a href="/news">News</a> <a href="/tides">Tides</a></nav></div>
${main}
<footer>Harbour Gazette, 3 Quay Street</footer>
</body></html>`;

/** With a share bar inside its content. */
export const ARTICLE = around(
  'single',
  `<article class="post"><h1>Ferry is <em>back</em></h1><p class="by">By <b>Ann Lee</b>, <time datetime="2026-04-02">Thursday</time></p>
<p>The ferry runs again
since Monday.</p><div class="share"><a href="#">Share this</a></div><ul><li>first boat at 7</li><li>last boat at 9</li></ul>
<pre>  7:00  Quay
  9:00  Island
</pre><table><tr><th>boat</th><th>seats</th></tr><tr><td>Anna</td><td>40</td></tr></table><p hidden>Draft.</p></article>
<aside class="more"><h2>More news</h2><p>Gulls at the market</p></aside>`,
);

/** A thread of two posts; the second quotes the first. */
export const THREAD = around(
  'thread',
  `<main><h1>Where to fish?</h1>
<div class="post"><p class="who">Tom</p><div class="body">At the pier.</div></div>
<div class="post"><p class="who">Eve</p><div class="body">Not in <i>May</i>.</div></div>
<div class="reply"><button>Reply</button> to this thread</div></main>`,
);

const member = (selector: string): object => ({ selector });
const region = (name: string, selector: string): object => ({ region: name, selector });

export const JSON_RULES = {
  version: 1,
  site: 'gazette.example',
  layouts: [
    {
      id: 1,
      has: ['body.single', 'article'],
      template: [
        ...[region('header', '#top'), region('navigation', 'nav.menu'), region('footer', 'footer')],
        ...[region('share', '.share'), region('related', 'aside.more')],
      ],
      content: [member('article')],
      main: [member('article')],
      title: [member('h1'), member('title')],
      date: [member('time')],
      author: [member('.by b'), member('meta[name=author]')],
    },
    {
      id: 2,
      has: ['main'],
      hasNot: ['article'],
      template: [region('header', '#top'), region('footer', 'body > footer'), region('template', '.reply')],
      main: [member('main')],
      title: [member('h1')],
      author: [member('.byline'), member('meta[name="author"]')],
      items: [member('.post')],
    },
  ],
};

export const RULES: SiteRules = readRules(JSON_RULES);

// ── A site of articles: navigation, header, a heading, a date, paragraphs, a box in the text, a footer ──

const WORDS =
  'river meadow bridge council harbour lantern market orchard quarry railway summer tower valley winter yard'.split(
    ' ',
  );

function sentence(seed: number): string {
  const words = Array.from({ length: 14 }, (_, at) => WORDS[(seed * (at + 3) + at * at) % WORDS.length]);
  return `The ${words.join(' ')} number ${seed}.`;
}

/** Some names have numbers and hashes, which no rule should use. */
export function pageOf(number: number): string {
  const paragraphs = Array.from({ length: 4 }, (_, at) => `<p>${sentence(number * 10 + at)}</p>`);
  return `<!doctype html><html><head><title>Story ${number} | Post</title></head><body class="page-${number}">
<header class="css-1x2y3z"><a href="/">River Post</a> News of the valley</header>
<nav class="menu"><a href="/a">Town</a> <a href="/b">Nature</a> <a href="/c">Culture</a> <a href="/d">About us</a></nav>
<div class="content"><article id="post-${1000 + number}" class="story post-${number}"><h1 class="headline">Story of the ${WORDS[number % 15]} ${number}</h1>
<time class="published">2026-03-${10 + (number % 20)}</time> <span class="byline">${WORDS[(number * 7) % 15]} Smith ${number}</span>
${paragraphs.join('\n')}<div class="newsletter">Get the news of the valley every Friday by mail. Sign up here now.</div></article></div>
<footer id="footer">© River Post, 4 Mill Lane. Imprint Privacy</footer></body></html>`;
}

export const isError =
  (code: string, part: string) =>
  (error: unknown): boolean => {
    assert.instance(error, RulesError);
    assert.is((error as RulesError).code, code);
    assert.match((error as Error).message, part);
    return true;
  };
