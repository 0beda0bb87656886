/** `page.html`: exactly the bytes of the removed blocks go, at the ends of the source and beside texts that stay. */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REPETITION } from '../support/repetition.ts';

const MENU = 'Menu of the site';

/** The source without template, and without content, by a detector that knows the menu at some paths. */
async function cut(html: string, learned: readonly string[]): Promise<[content: string, template: string]> {
  const detector = await Detector.create({ ...REPETITION, templateDf: 2 });
  for (const page of learned) for (let times = 0; times < 4; times += 1) detector.learn(page);
  const page = detector.label(html);
  return [page.html({ remove: 'template' }), page.html({ remove: 'content' })];
}

const DIV = [`<div>${MENU}</div>`];

const CASES: Readonly<
  Record<string, readonly [html: string, learned: readonly string[], content: string, template: string]>
> = {
  'first and last': [`<div>${MENU}</div>t<div>${MENU}</div>`, DIV, 't', `<div>${MENU}</div><div>${MENU}</div>`],
  'one character on both sides': [`<p>a<div>${MENU}</div>b`, DIV, '<p>ab', `<div>${MENU}</div>`],
  'without an end tag, at the end': [`<p>a</p><div>${MENU}`, DIV, '<p>a</p>', `<div>${MENU}`],
  'the text is the whole source': ['t', DIV, 't', ''],
  'adjacent blocks': [
    `<div>${MENU}</div><div>a</div><div>${MENU}</div>`,
    DIV,
    '<div>a</div>',
    `<div>${MENU}</div><div>${MENU}</div>`,
  ],
  'a block in a block that goes': [
    `<div>${MENU}<div>a</div></div>`,
    DIV,
    '<div><div>a</div></div>',
    `<div>${MENU}</div>`,
  ],
  'a block that goes in a block': [
    `<div>a<div>${MENU}</div>b</div>`,
    [`<div><div>${MENU}</div></div>`],
    '<div>ab</div>',
    `<div><div>${MENU}</div></div>`,
  ],
  'text that the parser moves out of a table stays': [
    `<table>a<tr><td>${MENU}</td></tr></table>`,
    [`<table><tr><td>${MENU}</td></tr></table>`],
    '<table>a</table>',
    `<table><tr><td>${MENU}</td></tr></table>`,
  ],
};

for (const [name, [html, learned, content, template]] of Object.entries(CASES)) {
  test(`removes whole blocks and nothing else: ${name}`, async () => {
    const found = await cut(html, learned);
    assert.equal(found, [content, template]);
  });
}

test.run();
