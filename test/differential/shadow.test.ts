/**
 * Declarative shadow roots: their visible text, and a comparison with the reference on seeded random pages full of
 * them.
 */
import { Detector, extract } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ReferenceDetector } from '../reference/detector.ts';
import { separatorPresets } from '../reference/options.ts';
import { comparePage, compareTables } from '../support/compare.ts';
import { testSize } from '../support/effort.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { REPETITION } from '../support/repetition.ts';

const detector = await Detector.create(REPETITION);
const textOf = (html: string): string => detector.label(html).text('all').replaceAll(/\s+/g, ' ');

test('contents of a shadow root are text of its host, open or closed, also with the old attribute name', () => {
  for (const attribute of ['shadowrootmode=open', 'shadowrootmode="CLOSED"', 'shadowroot=open'])
    assert.is(textOf(`<x-a><template ${attribute}><p>a</p></template></x-a><p>b</p>`), 'a b', attribute);
  assert.is(textOf('<x-a><template><p>a</p></template></x-a><p>b</p>'), 'b');
  assert.is(textOf('<button><template shadowrootmode=open><p>a</p></template>b</button>'), 'b');
  assert.is(textOf('<x-a><template shadowrootmode=shut><p>a</p></template></x-a><p>b</p>'), 'b');
});

test('children of a host are shown at the slots with their names, and omitted without one', () => {
  const host = (shadow: string, children: string): string =>
    textOf(`<x-a><template shadowrootmode=open>${shadow}</template>${children}</x-a>`);
  const children = '<p slot=b>b</p><p>a</p><i slot=c>c</i>';
  assert.is(host('<slot></slot><hr><slot name=b></slot>!', children), 'a b !');
  assert.is(host('<slot name=c>no</slot>, <slot name=d>own</slot>, <slot name=c>own</slot>', children), 'c, own, own');
  assert.is(host('', children), '');
});

test('shadow roots are read in shadow roots, and slots in slots', () => {
  const inner = '<x-b><template shadowrootmode=open>[<slot></slot>]</template><slot name=a></slot></x-b>';
  const page = `<x-a><template shadowrootmode=open>${inner}</template><b slot=a>text</b></x-a>`;
  assert.is(textOf(page), '[ text ]'.replaceAll(' ', ''));
});

test('all outputs have the text of a shadow root', async () => {
  const prose = 'The last ferry will leave the quay in October, and its replacement has been on trial since June. ';
  const html = `<title>Ferry</title><main><h1>Ferry</h1><x-a><template shadowrootmode=open><p>${prose.repeat(3)}</p>
    <slot name=late></slot></template><p slot=late>${prose.repeat(2)}It is late.</p></x-a></main>`;
  const { markdown } = await extract(html);
  const page = detector.learn(html);
  for (const output of [
    markdown,
    page.text('content'),
    page.html('content', { mode: 'clean' }),
    page.markdown('content'),
  ])
    assert.match(output, /the quay.*It is late\./s);
});

const NAMES = ['div', 'p', 'x-card', 'span', 'slot', 'slot', 'section', 'b', 'button', 'svg', 'svg'];
const ATTRIBUTES = ['', '', ' slot=a', ' slot', ' name=a', ' name="b" slot=b', ' slot="a&amp;"'];
const TEMPLATES = [
  '<template shadowrootmode=open>',
  '<template shadowroot="closed">',
  '<template>',
  '<template class=a>',
];

const grow = (random: Random, depth: number): string =>
  Array.from({ length: 1 + random.below(4) }, () => {
    if (depth === 0 || random.below(4) === 0) return `text ${random.below(30)} `;
    const inner = grow(random, depth - 1);
    if (random.below(4) === 0) return `${TEMPLATES[random.below(TEMPLATES.length)]}${inner}</template>`;
    const name = NAMES[random.below(NAMES.length)] ?? 'div';
    return `<${name}${ATTRIBUTES[random.below(ATTRIBUTES.length)]}>${inner}</${name}>`;
  }).join('');

test('module and reference agree on random pages', async () => {
  const random = seededRandom(7);
  const module = await Detector.create({ ...REPETITION, baseLifetime: 5, lifetimeGrowth: 8 });
  const reference = new ReferenceDetector({ baseLifetime: 5, lifetimeGrowth: 8, separators: separatorPresets.html5 });
  for (let page = 0; page < testSize(300, 5000); page += 1) {
    const html = `<body>${grow(random, 5)}`;
    comparePage(module.learn(html), reference.learn(html), html);
  }
  compareTables(module, reference, 'all pages');
});

test('nested hosts, and slots without matching children, are read in bounded time', () => {
  const nested = (levels: number): string =>
    `${'<x-a><template shadowrootmode=open><b><b><slot></slot></b></b></template>'.repeat(levels)}end`;
  assert.is(textOf(nested(100)), 'end');
  // Contents deeper than any element of the parser are not shown.
  assert.is(textOf(nested(500)), '');
  const slots = `<template shadowrootmode=open>${'<slot name=a></slot>'.repeat(2000)}</template>`;
  assert.is(textOf(`<x-a>${slots}${'<b slot=b>c</b>'.repeat(2000)}</x-a>`), '');
});

test.run();
