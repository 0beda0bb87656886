/**
 * Saved templates: altered content with a valid checksum must be refused by a typed error, or yield a valid template.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SiteTemplate } from '@refrain/rules';
import fc from 'fast-check';
import { Detector, type DetectorOptions, type Page } from 'refrain';
import { pageOf } from '../../../packages/rules/test/support.ts';
import { alteredBytes, pagesOf, sites } from '../arbitraries.ts';
import type { Sources } from '../sources.ts';
import { bytesOf, expectSame, modules, outcome, type Subject, textOf } from '../subject.ts';
import { orRulesError } from './rules.ts';

const CHECKSUM_BYTES = 4;
const WORDS = [',[', '],', ',0', '[]', '{}', 'null', '-1', '1e309', '"pages":0'];

const VERSION = 5;

const contentOf = (saved: Uint8Array): string => textOf(inflateRawSync(saved.subarray(1, -CHECKSUM_BYTES)));

/** A template with this JSON and a correct checksum (FNV-1a). */
function withChecksum(json: string): Uint8Array {
  const bytes = Buffer.concat([Buffer.of(VERSION), deflateRawSync(bytesOf(json)), Buffer.alloc(CHECKSUM_BYTES)]);
  const end = bytes.length - CHECKSUM_BYTES;
  let hash = 0x811c9dc5;
  for (const byte of bytes.subarray(0, end)) hash = Math.imul(hash ^ byte, 0x01000193);
  bytes.writeUInt32LE(hash >>> 0, end);
  return bytes;
}

export async function prepareTemplates(sources: Sources): Promise<Subject> {
  const detector = await Detector.create({ seed: 1 }, modules);
  const template = new SiteTemplate();
  const seeds = [contentOf(template.save())];
  for (let page = 1; page <= 12; page += 1) {
    template.observe(detector.learn(pageOf(page), { id: `/${page}` }), `/${page}`);
    if (page % 4 === 0) seeds.push(contentOf(template.save()));
  }
  const snapshot = detector.snapshot();
  return {
    inputs: alteredBytes(sources, seeds, WORDS, 12_000),
    async run(input) {
      const bytes = withChecksum(input);
      const load = (): Promise<SiteTemplate | string> => outcome(() => SiteTemplate.load(bytes));
      const [one, other] = [await load(), await load()];
      if (typeof one === 'string' || typeof other === 'string') {
        expectSame(one, other, 'the same bytes');
        return undefined;
      }
      const canonical = one.save();
      expectSame(textOf(SiteTemplate.load(canonical).save()), textOf(canonical), 'a template loaded and saved');
      const site = await Detector.restore(snapshot, modules);
      for (const page of [13, 14]) {
        await outcome(() => JSON.stringify(other.observe(site.learn(pageOf(page), { id: `/${page}` }), `/${page}`)));
      }
      JSON.stringify(other.layouts());
      await orRulesError(() => JSON.stringify(other.rules('a.example')));
      return undefined;
    },
  };
}

// Layouts of random pages: a detector, and another that is saved and restored between pages, each with a template that
// observes its pages. All must agree on every layout. Labelling must not count, and saving must not change anything.

/** Options by the first character of an input. */
const OPTIONS: readonly DetectorOptions[] = [{}, { evidence: 'page' }, { baseLifetime: 5 }, { maxTableBytes: 16_384 }];

/** Elements around the random part, whose classes and ids make layouts differ. */
const FRAMES = [
  (text: string) =>
    `<nav class="menu"><a>Home</a><a>News</a></nav><article id="story">${text}</article><footer>Imprint</footer>`,
  (text: string) =>
    `<div id="top"><ul class="tabs"><li>One<li>Two</ul></div><main><table class="list">${text}</table></main>`,
  (text: string) => text,
] as const;

const said = ({ number, counted, layout, isNewLayout }: Page<never>): string =>
  JSON.stringify({ number, counted, layout, isNewLayout });

export async function prepareLayouts(sources: Sources): Promise<Subject> {
  return {
    inputs: sites(sources, OPTIONS.length, fc.constantFrom(...FRAMES)),
    async run(input) {
      const { code, pages } = pagesOf(input);
      const options = { ...OPTIONS[code], seed: 1 };
      const first = await Detector.create(options, modules);
      let second = await Detector.create(options, modules);
      const template = new SiteTemplate({ site: 'a.example' });
      let other = new SiteTemplate({ site: 'a.example' });
      for (const [index, html] of pages.entries()) {
        const id = `/${html.length % 7}/${index}`;
        const events: string[] = [];
        const learnWith = (detector: Detector, observer: SiteTemplate) => (): string => {
          const page = detector.learn(html, { id });
          events.push(JSON.stringify(observer.observe(page, id)));
          return said(page);
        };
        const learned = await outcome(learnWith(first, template));
        const before = JSON.stringify(second.layouts());
        await outcome(() => said(second.label(html)));
        expectSame(JSON.stringify(second.layouts()), before, `layouts after page ${index + 1} was labelled`);
        if (index % 3 === 2) {
          second = await Detector.restore(second.snapshot(), modules);
          other = SiteTemplate.load(other.save(), { site: 'a.example' });
        }
        expectSame(await outcome(learnWith(second, other)), learned, `page ${index + 1} of a restored detector`);
        expectSame(
          JSON.stringify(second.layouts()),
          JSON.stringify(first.layouts()),
          `layouts after page ${index + 1}`,
        );
        expectSame(other.pages, template.pages, 'pages of the template');
      }
      expectSame(textOf(second.snapshot()), textOf(first.snapshot()), 'the tables');
      const saved = SiteTemplate.load(template.save()).save();
      expectSame(textOf(SiteTemplate.load(saved).save()), textOf(saved), 'a template that is saved twice');
      await orRulesError(() => JSON.stringify(template.rules('a.example')));
      return undefined;
    },
  };
}
