/** Saved templates: altered content, with a valid checksum, is refused by a typed error or gives a template that works. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SiteTemplate } from '@refrain/rules';
import { Detector } from 'refrain';
import { pageOf } from '../../../packages/rules/test/support/site.ts';
import { altered } from '../arbitraries.ts';
import type { Sources } from '../sources.ts';
import { bytesOf, expectSame, outcome, type Subject, textOf } from '../subject.ts';
import { orRulesError } from './rules.ts';

const CHECKSUM_BYTES = 4;
const WORDS = [',[', '],', ',0', '[]', '{}', 'null', '-1', '1e309', '"pages":0'];

/** Version of the format. */
const VERSION = 4;

/** The JSON of a saved template. */
const contentOf = (saved: Uint8Array): string => textOf(inflateRawSync(saved.subarray(1, -CHECKSUM_BYTES)));

/** Bytes of a template with this JSON and the right checksum: FNV-1a. */
function sealed(json: string): Uint8Array {
  const bytes = Buffer.concat([Buffer.of(VERSION), deflateRawSync(bytesOf(json)), Buffer.alloc(CHECKSUM_BYTES)]);
  const end = bytes.length - CHECKSUM_BYTES;
  let hash = 0x811c9dc5;
  for (const byte of bytes.subarray(0, end)) hash = Math.imul(hash ^ byte, 0x01000193);
  bytes.writeUInt32LE(hash >>> 0, end);
  return bytes;
}

export async function prepareTemplates(sources: Sources): Promise<Subject> {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate();
  const seeds = [contentOf(template.save())];
  for (let page = 1; page <= 12; page += 1) {
    template.observe(detector.learn(pageOf(page), { id: `/${page}` }), `/${page}`);
    if (page % 4 === 0) seeds.push(contentOf(template.save()));
  }
  const snapshot = detector.snapshot();
  return {
    inputs: altered(sources, seeds, WORDS, 12_000),
    async run(input) {
      const bytes = sealed(input);
      const load = (): Promise<SiteTemplate | string> => outcome(() => SiteTemplate.load(bytes));
      const [one, other] = [await load(), await load()];
      if (typeof one === 'string' || typeof other === 'string') {
        expectSame(one, other, 'the same bytes');
        return undefined;
      }
      const canonical = one.save();
      expectSame(textOf(SiteTemplate.load(canonical).save()), textOf(canonical), 'a template loaded and saved');
      const site = await Detector.restore(snapshot);
      for (const page of [13, 14]) {
        await outcome(() => JSON.stringify(other.observe(site.learn(pageOf(page), { id: `/${page}` }), `/${page}`)));
      }
      JSON.stringify(other.layouts());
      await orRulesError(() => JSON.stringify(other.rules('a.example')));
      return undefined;
    },
  };
}
