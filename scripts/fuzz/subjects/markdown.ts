/** Pages as Markdown: UTF-8, the same twice, of bounded length, without a trap, whatever is left out. */
import { Detector, type MarkdownOptions } from 'refrain';
import { markup } from '../arbitraries.ts';
import type { Sources } from '../sources.ts';
import { Difference, expectSame, outcome, type Subject } from '../subject.ts';

const URL_OF_PAGE = 'https://site.example/folder/page?query#part';

const CHOICES: readonly MarkdownOptions[] = [
  { url: URL_OF_PAGE },
  { images: false, headingShift: 2 },
  { links: false, hidden: true },
];

/** Bytes of Markdown for each byte of a page, beside those of a long URL or alternative text. */
const GROWTH_MAX = 64;

export async function prepareMarkdown(sources: Sources): Promise<Subject> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return {
    inputs: markup(sources),
    async run(input) {
      const detector = await Detector.create({ seed: 1, evidence: 'repetition', maxWork: 1e8 });
      try {
        detector.learn(`${input.slice(0, input.length / 2)}<p>once`);
        for (const options of CHOICES) {
          const written = await outcome(() => detector.label(input).markdownBytes('all', options));
          if (typeof written === 'string') continue;
          const text = decoder.decode(written);
          const most = (Buffer.byteLength(input) + 1024) * GROWTH_MAX;
          if (written.length > most) throw new Difference(`${written.length} bytes of Markdown`);
          if (text !== '' && !/[^\n]\n$/.test(text)) throw new Difference('the Markdown does not end with a line feed');
          expectSame(detector.label(input).markdown('all', options), text, 'the Markdown of the second time');
        }
        for (const part of ['content', 'template'] as const) await outcome(() => detector.label(input).markdown(part));
      } finally {
        detector.dispose();
      }
      return undefined;
    },
  };
}
