/** A site of articles: navigation, header, a heading, a date, paragraphs, a box in the text, a footer. */
const WORDS =
  'river meadow bridge council harbour lantern market orchard quarry railway summer tower valley winter yard'.split(
    ' ',
  );

function sentence(seed: number): string {
  const words = Array.from({ length: 14 }, (_, at) => WORDS[(seed * (at + 3) + at * at) % WORDS.length]);
  return `The ${words.join(' ')} number ${seed}.`;
}

/** The `number`-th page. Names with numbers and hashes are on it, which no rule should use. */
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
