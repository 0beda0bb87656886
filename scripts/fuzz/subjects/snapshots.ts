/** Snapshots: altered bytes, most of them with a valid checksum, are refused or give a detector that works. */
import { Detector, type DetectorOptions } from 'refrain';
import { madePage } from '../../../test/support/crawl.ts';
import { altered } from '../arbitraries.ts';
import { mostlySealed, plainCore } from '../sealed.ts';
import { readDictionary, type Sources } from '../sources.ts';
import { bytesOf, expectSame, outcome, type Subject, textOf } from '../subject.ts';

const WORDS = readDictionary('snapshots');
const PAGE = madePage(1, 9, 2).html;

export async function prepareSnapshots(sources: Sources): Promise<Subject> {
  const core = await plainCore();
  const kinds: DetectorOptions[] = [
    { evidence: 'repetition' },
    { preset: 'paper' },
    { fingerprintBits: 23, path: 'none' },
  ];
  const seeds: string[] = [];
  for (const options of kinds) {
    const detector = await Detector.create(options);
    for (let page = 0; page < 4; page += 1) {
      if (page !== 1) seeds.push(textOf(detector.snapshot()));
      detector.learn(madePage(1, page, 0).html, { id: `${page}` });
    }
  }
  return {
    inputs: mostlySealed(core, altered(sources, seeds, WORDS)),
    async run(input) {
      const bytes = bytesOf(input);
      const restore = (snapshot: Uint8Array): Promise<Detector | string> => outcome(() => Detector.restore(snapshot));
      const first = await restore(bytes);
      const second = await restore(bytes);
      if (typeof first === 'string' || typeof second === 'string') {
        expectSame(first, second, 'the same bytes');
        return undefined;
      }
      const canonical = first.snapshot();
      const third = await restore(canonical);
      if (typeof third === 'string') {
        expectSame(third, 'a detector', 'the snapshot of a restored detector');
        return undefined;
      }
      expectSame(textOf(third.snapshot()), textOf(canonical), 'a snapshot restored and saved');
      const learned = await Promise.all([second, third].map((one) => outcome(() => JSON.stringify(one.learn(PAGE)))));
      expectSame(learned[1], learned[0], 'a page after two ways');
      expectSame(textOf(third.snapshot()), textOf(second.snapshot()), 'the table after a page');
      return undefined;
    },
  };
}
