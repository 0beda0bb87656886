/** A small site with two layouts, and rules for it by hand. */
import { readRules, type SiteRules } from '@refrain/rules/apply';

const around = (body: string, main: string): string => `<!doctype html>
<html lang="en"><head><title>Harbour Gazette</title><meta name="author" content="The editors"></head>
<body class="${body}">
<div id="top"><a href="/">Harbour Gazette</a><nav class="menu"><a href="/news">News</a> <a href="/tides">Tides</a></nav></div>
${main}
<footer>Harbour Gazette, 3 Quay Street</footer>
</body></html>`;

/** An article, with a share bar inside of its content. */
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
