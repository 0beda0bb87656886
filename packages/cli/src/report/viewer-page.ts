/** The page that shows the pages of a site; its script loads them. */
import { markup, SANDBOX } from '@refrain/viewer';
import { shell } from './shell.ts';

export function viewerPage(site: string): string {
  const main = markup`<main class="viewer">
<section class="view" aria-label="The page">
<div class="bar">
<h1 id="page-title">…</h1>
<p id="page-summary" aria-live="polite"></p>
<div class="controls" role="group" aria-label="What is shown">
<button type="button" id="previous" aria-keyshortcuts="p">← Previous</button><button type="button" id="next" aria-keyshortcuts="n">Next →</button>
<label>Show <select id="filter"><option value="all">template and content</option><option value="content">content only</option><option value="template">template only</option><option value="main">main content only</option><option value="comments">comments only</option></select></label>
</div>
<ul class="legend"><li><span class="swatch sure"></span>template, sure</li><li><span class="swatch unsure"></span>template, less sure</li><li><span class="swatch page"></span>content</li><li class="section"><span class="swatch" data-section="main"></span>main content</li><li class="section"><span class="swatch" data-section="comments"></span>comments</li></ul>
</div>
<iframe id="frame" title="The page, without its own styles, pictures and scripts" sandbox="${SANDBOX}"></iframe>
</section>
<section class="blocks" aria-label="Blocks">
<div id="details" aria-live="polite"></div>
<label>Find a block <input type="search" id="block-search"></label>
<ol id="block-list"></ol>
</section>
</main>`;
  const trail = [
    markup`<a href="../../index.html">refrain</a>`,
    markup`<a href="index.html">${site}</a>`,
    markup`<a href="page.html" aria-current="page" id="trail-page">page</a>`,
  ];
  const scripts = ['../../assets/viewer.js', 'site.js'];
  return shell({ title: `${site}: pages`, root: '../../', trail, main, className: 'viewing', scripts });
}
