import { extract } from 'refrain';
const long = (n)=>Array.from({length:n},(_,i)=>`<p>We have made tools for all workshops since 1950, and our family of makers still answers every letter number ${i}.</p>`).join('');
const pages = {
 'header+menu+footer': `<title>Us</title><header><a href=/>Us Tools</a></header><nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a><li><a href=/c>Products</a></ul></nav><div id=root></div><footer>${long(1)}<p>Copyright 2020 Us Tools Ltd. All rights reserved.</p></footer>`,
 'long footer': `<title>Us</title><header><a href=/>Us Tools</a></header><nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></nav><main id=root></main><footer>${long(4)}</footer>`,
 'footer div class': `<title>Us</title><div class=header><a href=/>Us Tools</a></div><div class=menu><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></div><div id=app></div><div class=footer>${long(3)}<ul><li><a href=/p>Privacy</a><li><a href=/i>Imprint</a></ul></div>`,
 'header tagline': `<title>Us</title><header><a href=/>Us Tools</a><p>Tools for all workshops, made by hand in our own town.</p></header><nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></nav><div id=root></div><footer>${long(2)}</footer>`,
 'noscript': `<title>Us</title><header><a href=/>Us Tools</a></header><nav><ul><li><a href=/a>Home</a></ul></nav><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript><footer>${long(2)}</footer><script src=a.js></script>`,
 'loading': `<title>Us</title><header><a href=/>Us Tools</a></header><nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></nav><div id=root>Loading…</div><footer>${long(2)}</footer>`,
};
for (const [n,h] of Object.entries(pages)) { const r = await extract(h,{fields:['reason','text','kind','blocks']}); console.log(n, r.reason, r.kind, JSON.stringify(r.text).slice(0,160)); for (const b of r.blocks) console.log('    ', b.verdict, b.main, b.score, b.mainScore, b.path, b.text.slice(0,40)); }
