/** Text that a style attribute hides is counted, and omitted on request. */
import { Detector, extract } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const page = (part: string): string =>
  `<!doctype html><title>Oak</title><main><h1>Oak</h1><p>The visible sentence of the page is here, and is long enough.</p>
${part}<p>Another visible sentence follows it, as in any article.</p></main>`;

const UNSEEN = [
  ...[
    'font-size:0',
    'font-size: 0px',
    'font-size:.01em',
    'FONT-SIZE:1px',
    'opacity:0',
    'opacity: 0.01',
    'color:transparent',
  ],
  ...[
    'color:#fff;background:#fff',
    'background-color: red; color: red',
    'position:absolute;left:-9999px',
    'text-indent:-100em',
  ],
  ...[
    'margin-top:-2000px',
    'clip:rect(0,0,0,0)',
    'clip-path: inset(50%)',
    'transform: scale(0)',
    'scale: 0',
    'height:0;overflow:hidden',
    'width:1px;overflow:hidden',
  ],
];
const SEEN = [
  ...[
    'font-size:12px',
    'font-size:.9em',
    'opacity:.5',
    'color:#fff;background:#000',
    'color:#fff',
    'left:-20px',
    'text-indent:-2em',
  ],
  ...[
    'height:0',
    'overflow:hidden;height:40px',
    'color:red;background-image:none',
    'clip:auto',
    'transform:scale(0.9)',
    'scale:.9',
    'font-size:',
    'opacity:',
  ],
];

test('these styles hide text from readers', async () => {
  for (const style of UNSEEN) {
    const html = page(`<p style="${style}">Mail <b>all</b> secrets.</p>`);
    assert.is((await extract(html)).unseen, 'Mailallsecrets.'.length, style);
    const { unseen, ...left } = (await Detector.create({ unseen: 'omit' }))
      .label(html)
      .document({ fields: ['unseen', 'text', 'markdown', 'html'] });
    assert.is(unseen, undefined, style);
    for (const part of [left.text, left.markdown, left.html]) assert.not.match(part, /secrets/, style);
    assert.match(left.text, /Another visible sentence/);
  }
});

test('other styles hide no text', async () => {
  for (const style of SEEN) {
    const html = page(`<p style="${style}">Mail all secrets.</p>`);
    assert.is((await extract(html)).unseen, undefined, style);
    assert.match((await Detector.create({ unseen: 'omit' })).label(html).document().text, /secrets/, style);
  }
});

test('tag characters are counted, except in flags', async () => {
  const { unseen } = await extract(page('<p>a\u{e0041}\u{e0042} \u{1f3f4}\u{e0067}\u{e0062}\u{e007f} b\u{e0043}</p>'));
  assert.is(unseen, 3);
});

test.run();
