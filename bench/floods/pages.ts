/** Pages that are made to be slow, each read by several kinds of detector, with everything that can be asked of a page. */
import { Detector, type DetectorOptions } from 'refrain';
import { PageLevelDetector } from 'refrain/page-level';
import { floods, outputFloods } from '../../test/support/floods.ts';
import { outputsOf } from '../../test/support/outputs.ts';
import type { Kind, Read } from './kind.ts';

const SETTINGS: Readonly<Record<string, DetectorOptions>> = {
  default: {},
  repetition: { evidence: 'repetition' },
  indexed: { path: 'indexed' },
  classes: { path: 'classes' },
};

const encoder = new TextEncoder();

export const pageKinds: readonly Kind[] = Object.entries({ ...floods, ...outputFloods }).map(([name, make]) => ({
  name,
  make: (bytes) => encoder.encode(make(bytes)),
  reads: {
    ...Object.fromEntries(
      Object.entries(SETTINGS).map(([setting, options]): [string, () => Promise<Read>] => [
        setting,
        async () => {
          const detector = await Detector.create(options);
          return (bytes) => void outputsOf(detector.learn(bytes), bytes.length);
        },
      ]),
    ),
    pageLevel: async () => {
      const detector = await PageLevelDetector.create();
      return (bytes) => void detector.learn(bytes);
    },
  },
}));
