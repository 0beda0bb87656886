/** Posts of threads with authors and dates, in a document and in its Markdown, in the markup of several programs. */
import { Detector, type PageDocument } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const TEXTS = [
  'My boiler makes a knocking noise every morning when the heating starts, and I cannot find out where it comes from. Has anybody heard this before?',
  'That is air in the pipes. Open the valve of the highest radiator until water comes out, and then fill the system up again to one and a half bar.',
  'I had the same last winter, and in my case it was the pump. It had to be replaced, which took an hour and cost a good deal more than I had hoped.',
  'Thank you both. I have opened the valve, a lot of air came out of it, and since yesterday the house has been as quiet as it was in summer.',
];
const NAMES = ['copper_kettle', 'Anna Berg', 'plumber77', 'copper_kettle'];
const DAYS = ['2024-03-01', '2024-03-02', '2024-03-04', '2024-03-09'];
const LEVELS = [0, 0, 0, 0];
const TITLE = 'Knocking noise in the boiler';

const page = (body: string): string =>
  `<!DOCTYPE html><html lang=en><head><title>${TITLE} - House Forum</title></head><body>
<div class=navbar><ul><li><a href=/>Board index</a></li><li><a href=/faq>FAQ</a></li><li><a href=/register>Register</a></li></ul></div>
${body}
<div class=footer><a href=/privacy>Privacy</a> <a href=/terms>Terms</a> Powered by a forum program</div></body></html>`;

const each = (write: (text: string, name: string, day: string, at: number) => string): string =>
  TEXTS.map((text, at) => write(text, NAMES[at] as string, DAYS[at] as string, at)).join('\n');

async function read(html: string): Promise<PageDocument> {
  using detector = await Detector.create();
  return detector.learn(html, { id: 'https://forum.example/viewtopic.php?t=42' }).document();
}

function columns({ posts = [] }: PageDocument): unknown {
  return {
    authors: posts.map(({ author }) => author),
    days: posts.map(({ date }) => date?.slice(0, 10)),
    levels: posts.map(({ level }) => level),
    texts: posts.map(({ text }) => TEXTS.findIndex((known) => text.includes(known))),
  };
}

const expected = (levels: readonly number[] = LEVELS): unknown => ({
  authors: NAMES,
  days: DAYS,
  levels,
  texts: [0, 1, 2, 3],
});

const linesOf = (markdown: string): string[] => markdown.split('\n').filter((line) => line.includes('**'));

const MARKUP: Readonly<Record<string, string>> = {
  'profile behind the post': page(`<h2 class=topic-title><a href=/t42>${TITLE}</a></h2>
${each(
  (
    text,
    name,
    day,
    at,
  ) => `<div id=p${at} class="post bg${at % 2}"><div class=postbody><h3><a href=#p${at}>Re: ${TITLE}</a></h3>
<p class=author>by <strong><a href=/memberlist.php?u=${at} class=username>${name}</a></strong> » <time datetime=${day}T10:00:00Z>${day}</time></p>
<div class=content>${text}</div></div><dl class=postprofile><dt><a href=/memberlist.php?u=${at} class=username>${name}</a></dt><dd>Posts: 1${at}</dd></dl></div>`,
)}`),
  'a list with names and dates below the text': page(`<h1>${TITLE}</h1><ol class=messageList>
${each(
  (
    text,
    name,
    day,
    at,
  ) => `<li id=post-${at} class=message><div class=messageInfo><blockquote class=messageText>${text}</blockquote>
<div class=messageMeta><a href=/members/${at}/ class="username author">${name}</a>, <a class=datePermalink href=/posts/${at}><span class=DateTime title="${day}">${day}</span></a></div></div></li>`,
)}</ol>`),
  'a first post apart from its replies': page(`<h1>${TITLE}</h1>
${each((text, name, day, at) => {
  const post = `<div class=Header><a href=/profile/${at} class=Username>${name}</a> <time datetime=${day}T10:00:00+00:00>some days ago</time></div><div class=Message>${text}</div>`;
  return at === 0
    ? `<div class=Discussion>${post}</div><h2>Replies</h2><ul class="MessageList DataList">`
    : `<li class=Item><div class=Reply>${post}</div></li>`;
})}</ul>`),
  'rows of a table': page(`<h1>${TITLE}</h1><table class=posts><tbody>
${each(
  (
    text,
    name,
    day,
    at,
  ) => `<tr><td class=head><a href=/user/${at} class=user>${name}</a>: <span class=date>${day}</span></td></tr>
<tr><td class=body><div class=narrow>${text}</div></td></tr>`,
)}</tbody></table>`),
};

for (const [name, html] of Object.entries(MARKUP)) {
  test(`posts: ${name}`, async () => {
    const document = await read(html);
    assert.equal(columns(document), expected());
    assert.equal(
      linesOf(document.markdown),
      NAMES.map((author, at) => `**${author}**, ${DAYS[at]}`),
    );
    assert.not.match(document.markdown, /^\s*(?:[->]|\d+\.) /m);
    assert.equal(document.authors, [NAMES[0]]);
    assert.is(document.title, TITLE);
  });
}

const nested = (at: number, inner = ''): string => `<div class="thing comment"><div class=entry>
<p class=tagline><a href=/user/${at} class=author>${NAMES[at]}</a> <span class=score>3 points</span> <time datetime=${DAYS[at]}T10:00:00Z>2 days ago</time></p>
<div class=md><p>${TEXTS[at]}</p></div></div><div class=child>${inner}</div></div>`;

test('posts: answers to answers are in quotes', async () => {
  const document = await read(
    page(`<div class=content><h1>${TITLE}</h1><div class="thing link"><div class=entry>
<p class=tagline>submitted <time datetime=${DAYS[0]}T10:00:00Z>9 days ago</time> by <a href=/user/0 class=author>${NAMES[0]}</a></p>
<div class=md><p>${TEXTS[0]}</p></div></div></div><div class=threads>${nested(1, nested(2))}${nested(3)}</div></div>`),
  );
  assert.equal(columns(document), expected([0, 0, 1, 0]));
  assert.match(document.markdown, `> **${NAMES[2]}**, ${DAYS[2]}\n>\n> ${TEXTS[2]}`);
  assert.match(document.markdown, `\n\n**${NAMES[3]}**, ${DAYS[3]}\n\n${TEXTS[3]}`);
});

test('posts: names and dates are escaped in Markdown, and only digits are a date', async () => {
  const name = '**&lt;img src=x>&#10;&#10;[x](y)';
  for (const day of ['1éx-ab-xé', '1xxx-**-*`']) {
    const { markdown } = await read(
      page(
        `<h1>${TITLE}</h1>${each(
          (
            text,
            _,
            __,
            at,
          ) => `<div class=post><div class=author><a class=username href=/u>${name}</a></div><time title="${day}">March ${at + 1}, 2024</time>
<div class=body><p>${text}</p></div></div>`,
        )}`,
      ),
    );
    assert.equal(
      linesOf(markdown),
      TEXTS.map((_, at) => String.raw`**\*\*&lt;img src=x> \[x\](y)**, March ${at + 1}, 2024`),
    );
  }
});

test('posts: an article has none', async () => {
  const document = await read(
    `<!DOCTYPE html><html lang=en><head><title>${TITLE}</title><meta property=og:type content=article></head><body class=single-post><article>
<h1>${TITLE}</h1><p class=byline>By <a rel=author href=/author/1>${NAMES[1]}</a>, <time datetime=${DAYS[0]}>1 March 2024</time></p>
${TEXTS.map((text) => `<p>${text} ${text}</p>`).join('')}</article></body></html>`,
  );
  assert.is(document.posts, undefined);
  assert.not.match(document.markdown, `**${NAMES[1]}**`);
});

test.run();
