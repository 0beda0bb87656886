/** Saved templates: altered bytes, most of them with a valid checksum, are refused by a typed error or give a template that works. */
import { SiteTemplate } from '@refrain/rules';
import { Detector } from 'refrain';
import { pageOf } from '../../../packages/rules/test/support/made-site.ts';
import { fromSeeds } from '../bytes.ts';
import { bytesOf, expectSame, outcome, type Subject, textOf } from '../subject.ts';
import { orRulesError } from './rules.ts';

const CHECKSUM_BYTES = 4;
const WORDS = ['\xff\xff\xff\xff\x0f', '\x80\x01', '\0\0\0\0', '[]', '{}', 'null', '-1', '1e309', '"pages":0'];

/** The input with its last bytes set to the checksum of all before them: FNV-1a. */
function sealed(input: string): string {
  const bytes = bytesOf(input);
  if (bytes.length <= CHECKSUM_BYTES) return input;
  const end = bytes.length - CHECKSUM_BYTES;
  let hash = 0x811c9dc5;
  for (const byte of bytes.subarray(0, end)) hash = Math.imul(hash ^ byte, 0x01000193);
  bytes.writeUInt32LE(hash >>> 0, end);
  return textOf(bytes);
}

export async function prepareTemplates(wasm: WebAssembly.Module): Promise<Subject> {
  const detector = await Detector.create({ seed: 1 }, { wasm });
  const template = new SiteTemplate();
  const seeds = [textOf(template.save())];
  for (let page = 1; page <= 12; page += 1) {
    template.observe(detector.learn(pageOf(page), { id: `/${page}` }), `/${page}`);
    if (page % 4 === 0) seeds.push(textOf(template.save()));
  }
  const snapshot = detector.snapshot();
  return {
    name: 'templates',
    encoding: 'latin1',
    share: 1,
    generate: fromSeeds(seeds, WORDS, {
      maxLength: 12_000,
      finish: (input, random) => (random.below(4) === 0 ? input : sealed(input)),
    }),
    async run(input) {
      const bytes = Uint8Array.from(bytesOf(input));
      const load = (): Promise<SiteTemplate | string> => outcome(() => SiteTemplate.load(bytes));
      const [one, other] = [await load(), await load()];
      if (typeof one === 'string' || typeof other === 'string') {
        expectSame(one, other, 'the same bytes');
        return undefined;
      }
      const canonical = one.save();
      expectSame(textOf(SiteTemplate.load(canonical).save()), textOf(canonical), 'a template loaded and saved');
      const site = await Detector.restore(snapshot, { wasm });
      for (const page of [13, 14]) {
        await outcome(() => JSON.stringify(other.observe(site.learn(pageOf(page), { id: `/${page}` }), `/${page}`)));
      }
      JSON.stringify(other.layouts());
      await orRulesError(() => JSON.stringify(other.rules('a.example')));
      return undefined;
    },
  };
}
