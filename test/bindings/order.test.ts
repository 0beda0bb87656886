/** Outputs of a page share results. None depends on earlier ones, nor on a verdict that has changed since. */
import { Detector, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { realSites } from '../support/real-sites.ts';

const OUTPUTS: readonly ((page: Page) => string)[] = [
  (page) => page.markdown('main'),
  (page) => page.text('main'),
  (page) => page.html('main'),
  (page) => page.text('content'),
  (page) => page.markdown('main', { hidden: true }),
  (page) => page.markdown('content'),
  (page) => String(page.document({ fields: ['unseen'] }).unseen),
];

const NOTES = `<title>Oak</title><article><h1>Oak</h1><p>A first sentence of some length, with a note<a href="#fn1"><sup>1</sup></a>
and <span style="display:none">a hidden part</span> behind it.<p>A second sentence of some length.<button>More</button>
<div hidden><ol><li id="fn1">The note, which is hidden below the text of the page.</ol></div></article>`;

const PAGES = [
  NOTES,
  ...realSites().flatMap(({ pages }) => pages.filter((_, at) => at % 12 === 0).map(({ html }) => html)),
];

test('an output is the same alone and after all others', async () => {
  const detector = await Detector.create();
  for (const html of PAGES) {
    const alone = OUTPUTS.map((write) => write(detector.label(html)));
    const page = detector.label(html);
    const forwards = OUTPUTS.map((write) => write(page));
    const backwards = OUTPUTS.toReversed().map((write) => write(page));
    assert.equal(forwards, alone);
    assert.equal(backwards.reverse(), alone);
  }
});

test('an output has the verdicts at the time of its request', async () => {
  const detector = await Detector.create();
  for (const html of PAGES) {
    const kept = detector.label(html);
    kept.keepAll();
    const alone = OUTPUTS.map((write) => write(kept));
    const page = detector.label(html);
    for (const write of OUTPUTS) write(page);
    page.keepAll();
    assert.equal(
      OUTPUTS.map((write) => write(page)),
      alone,
    );
  }
});

test.run();
