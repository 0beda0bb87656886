/**
 * Pages that try to run code or to send requests. Code would call `pwned()` or change `document.title`; requests would go to
 * http://trap.example/.
 */

const TRAP = 'http://trap.example';

const BODIES: readonly string[] = [
  `<script>parent.pwned(); document.title = 'pwned'</script>`,
  `<script src="${TRAP}/a.js"></script>`,
  `<img src="${TRAP}/a.png" onerror="parent.pwned()" alt="picture">`,
  `<img src=x onerror=parent.pwned()><img srcset="${TRAP}/b.png 2x"><picture><source srcset="${TRAP}/c.png"><img></picture>`,
  `<svg onload="parent.pwned()"><script>parent.pwned()</script><image href="${TRAP}/d.png"/><use href="${TRAP}/e.svg#x"/></svg>`,
  `<svg><animate onbegin="parent.pwned()" attributeName=x dur=1s /><foreignObject><img src=x onerror="parent.pwned()"></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=parent.pwned()&gt;"></table></mtext></math>`,
  `<noscript><p title="</noscript><img src=x onerror=parent.pwned()>"></noscript>`,
  `<a href="javascript:parent.pwned()" id=link>click me</a> <a href="${TRAP}/link">and me</a>`,
  `<a href="data:text/html,<script>parent.pwned()</script>">data</a><area href="javascript:parent.pwned()">`,
  `<form action="${TRAP}/form"><input name=q value="send me" autofocus onfocus="parent.pwned()"><button formaction="javascript:parent.pwned()">send</button></form>`,
  `</iframe><script>parent.pwned()</script><img src="${TRAP}/f.png">`,
  `</body></html></iframe></section></main><script>top.pwned()</script>`,
  `<iframe src="${TRAP}/g.html"></iframe><iframe srcdoc="<script>top.pwned()</script>"></iframe><frame src="${TRAP}/h">`,
  `<object data="${TRAP}/i.swf"><embed src="${TRAP}/j.swf"></object><applet code=x archive="${TRAP}/k.jar"></applet>`,
  `<video src="${TRAP}/l.mp4" poster="${TRAP}/m.png" autoplay onloadstart="parent.pwned()"></video><audio src="${TRAP}/n.mp3"></audio>`,
  `<link rel=stylesheet href="${TRAP}/o.css"><link rel=preload as=image href="${TRAP}/p.png"><link rel=dns-prefetch href="//trap.example">`,
  `<style>@import "${TRAP}/q.css"; body { background: url(${TRAP}/r.png) } * { position: fixed !important; inset: 0 !important }</style>`,
  `<div style="position:fixed;inset:0;z-index:99999;background:url(${TRAP}/s.png)">I cover everything</div>`,
  `<p style="background:url('${TRAP}/t.png')" background="${TRAP}/u.png">styled</p><table background="${TRAP}/v.png"><tr><td background="${TRAP}/w.png">cell</table>`,
  `<meta http-equiv=refresh content="0;url=${TRAP}/x"><base href="${TRAP}/"><p>relative <a href=y>link</a>`,
  `<body onload="parent.pwned()" onpageshow="parent.pwned()" background="${TRAP}/z.png"><p>hello`,
  `<details ontoggle="parent.pwned()" open><summary>open</summary>inner</details><marquee onstart="parent.pwned()">m</marquee>`,
  `<template><script>parent.pwned()</script></template><xmp><script>parent.pwned()</script></xmp>`,
  `<textarea><script>parent.pwned()</script></textarea><title><script>parent.pwned()</script></title>`,
  `<plaintext><script>parent.pwned()</script>`,
  `<p title='"><script>parent.pwned()</script>' data-b="999" class="a" id="details">ids of the report</p>`,
  `<x-a onclick="parent.pwned()" is="x"><slot name=x><img alt="&quot;&gt;&lt;script&gt;parent.pwned()&lt;/script&gt;" src=q></slot></x-a>`,
  `<img width=100000 height=100000 alt="huge"><table><tr><td colspan=100000 rowspan=65534>huge</table><hr size=99999 width=99999>`,
  `<p>\u2028\u2029 &lt;script&gt;parent.pwned()&lt;/script&gt; \${parent.pwned()} \`\${parent.pwned()}\` </script></p>`,
  `<select><option onclick="parent.pwned()"><img src=x onerror=parent.pwned()>one<option>two</select><keygen autofocus onfocus="parent.pwned()">`,
  `<!--><img src=x onerror=parent.pwned()>--><![CDATA[<img src=x onerror=parent.pwned()>]]><?php <img src=x onerror=parent.pwned()> ?>`,
  `<input type=image src="${TRAP}/aa.png" onerror="parent.pwned()"><input value='"><script>parent.pwned()</script>'>`,
  `<p contenteditable onfocus="parent.pwned()" autofocus tabindex=1 accesskey=x>focus</p><dialog open oncancel="parent.pwned()">d</dialog>`,
];

/** A text that no other page has, so that each page has content. */
const story = (at: number): string =>
  `<p>Story ${at} was told by the river, and nobody who heard it believed a word, though ${at + 7} others had seen the same.`;

export const HOSTILE: readonly string[] = BODIES.map(
  (body, at) =>
    `<!doctype html><title>Page ${at} </title><script>parent.pwned()</script><ul id=menu><li>Home<li>News</ul><div>${body}</div>${story(at)}<p>Imprint and contact`,
);
