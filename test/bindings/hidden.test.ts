/** Hidden text is kept if a reader can open it, and removed if not, whatever its length. */
import { Detector, extract } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const detector = await Detector.create();
const SHOWN = `<p>${'The bridge was closed to cars for eleven weeks, and the ferry had queues on both banks. '.repeat(5)}</p>`;
const HIDDEN = 'Forty-two beams were replaced, and the railings are green. '.repeat(40);

const isKept = (html: string): boolean => detector.label(html).text('all').includes('Forty-two beams');

const CASES: Readonly<Record<string, readonly [html: string, stays: boolean]>> = {
  'a translation': [`${SHOWN}<div class=translations hidden>${HIDDEN}</div>`, false],
  'paragraphs between others': [
    `${SHOWN}<p style="display:none">${HIDDEN}</p><p style="visibility:hidden">${HIDDEN}</p>`,
    false,
  ],
  'a list for consent': [
    `${SHOWN}<div id=cookie-settings style="display:none"><h2>Partners</h2><div class=accordion>${HIDDEN}</div></div>`,
    false,
  ],
  'a closed dialog behind its button': [
    `${SHOWN}<button>Send</button><div class=shareModal aria-hidden=true>${HIDDEN}</div>`,
    false,
  ],
  'a dialog without attributes': [`${SHOWN}<dialog>${HIDDEN}</dialog>`, false],
  'the answer of a question': [`${SHOWN}<div>How many beams?</div><div style="display:none">${HIDDEN}</div>`, true],
  'the section below a button': [`${SHOWN}<h3><button>Beams</button></h3><div id=s1 hidden>${HIDDEN}</div>`, true],
  'the section below a button by its role': [
    `${SHOWN}<div><a role=button>Beams</a></div><div hidden>${HIDDEN}</div>`,
    true,
  ],
  'a definition': [`${SHOWN}<dl><dt>Beams</dt><dd aria-hidden=true>${HIDDEN}</dd></dl>`, true],
  'a tab, however little it is': [`${SHOWN}<div class="c-tabs__panel" hidden>Forty-two beams</div>`, true],
  'a name in capitals inside of another': [
    `${SHOWN}<section class="pageAccordionBody" hidden>${HIDDEN}</section>`,
    true,
  ],
  'the letters of a name inside of a word': [`${SHOWN}<section class="unless" hidden>${HIDDEN}</section>`, false],
  'what waits for a script to put it in its place': [`${SHOWN}<div hidden id="S:2">${HIDDEN}</div>`, true],
  'all that a page has': [`<h1>The bridge</h1><main style="visibility:hidden">${HIDDEN}</main>`, true],
  'what opens inside of what is hidden': [`${SHOWN}<div hidden><h3>Beams</h3><div hidden>${HIDDEN}</div></div>`, false],
};

for (const [name, [html, expected]] of Object.entries(CASES)) {
  test(`hidden: ${name}`, () => {
    assert.is(isKept(html), expected);
  });
}

test('an output of main content has no text that the output of the whole page lacks', async () => {
  const page = `<title>The bridge</title><main><h1>The bridge</h1>${SHOWN}<div class=answer hidden><p>${HIDDEN}</p></div>
    <div class=terms hidden><p>${HIDDEN.replaceAll('beams', 'bolts')}</p></div></main>`;
  const { text } = await extract(page);
  assert.match(text, 'Forty-two beams');
  assert.not.match(text, 'bolts');
});

test.run();
