/** The separators of the presets, written out once more: each of them opens a block. */
import { Detector, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { separatorPresets } from '../reference/options.ts';

const LINES = `p li h1 h2 h3 h4 h5 h6 td th tr dt dd pre blockquote address figure figcaption details summary center caption
  hgroup menu dialog legend`;

test('presets have the separators of the twin; blocks adds every element that breaks a line', async () => {
  const { paper, html5 } = separatorPresets;
  const names = { paper, html5, blocks: new Set([...html5, ...LINES.split(/\s+/)]) };
  for (const preset of ['paper', 'html5', 'blocks'] as const) {
    assert.equal(resolveOptions({ separators: preset }).separators, [...names[preset]].sort(), preset);
  }
  assert.equal(resolveOptions().separators, [...names.blocks].sort());
  assert.equal(resolveOptions({ preset: 'paper' }).separators, [...paper].sort());

  const detector = await Detector.create();
  for (const name of ['figure', 'menu', 'dialog', 'section', 'blockquote']) {
    const { blocks } = detector.label(`<body>before<${name}>inside</${name}>after</body>`);
    assert.equal(
      blocks.map(({ text }) => text.trim()),
      ['before\nafter', 'inside'],
      name,
    );
  }
});

test.run();
