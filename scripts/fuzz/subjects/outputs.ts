/**
 * Pages that repeat small pieces: the length of each output, also of the command, must be bounded by the length of the
 * page. Pieces with the longest outputs are changed again, so that a long run searches for the maximum.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Detector, type MarkdownOptions, RefrainError } from 'refrain';
import { contextOf } from 'refrain/engine';
import { refrain } from '../../../packages/cli/test/command.ts';
import { BYTES_MIN, COMMAND_OUTPUTS, callsOf, OUTPUTS } from '../../../test/support/outputs.ts';
import { markup, markupEdits } from '../arbitraries.ts';
import type { Sources } from '../sources.ts';
import { Difference, expectSame, modules, outcome, type Subject, scratchFolder } from '../subject.ts';

/** Maximum UTF-16 units of a piece; below, bytes of the page. */
const PIECE_MAX = 300;
const PAGE_BYTES = 50_000;
/** Maximum output bytes of the command per byte of the page, in addition to `BYTES_MIN`. */
const BYTES_PER_BYTE = 64;
/** The command runs for one of this number of inputs, because it is a hundred times slower. */
const COMMAND_EVERY = 10;

/** Separates single and repeated parts of a page. */
const REPEATED = '\0';

const partsOf = (input: string): readonly string[] =>
  input.includes(REPEATED) ? input.split(REPEATED, 2) : ['', input];

function pageOf(input: string): string {
  const [first = '', piece = ''] = partsOf(input);
  return first + piece.repeat(Math.ceil(PAGE_BYTES / Math.max(1, Buffer.byteLength(piece))));
}

interface Longest {
  readonly input: string;
  readonly bytesPerByte: number;
}

export async function prepareOutputs(sources: Sources): Promise<Subject> {
  const folder = scratchFolder();
  const longest = new Map<string, Longest>();
  let count = 0;

  function check(input: string, name: string, bytes: number, pageBytes: number, most: number): void {
    if (bytes > most * pageBytes + BYTES_MIN) throw new Difference(`${name}: ${bytes} bytes of ${pageBytes}`);
    // Outputs of tiny pages are ignored: they consist mostly of fixed parts.
    const bytesPerByte = pageBytes < PAGE_BYTES ? 0 : bytes / pageBytes;
    if (bytesPerByte > (longest.get(name)?.bytesPerByte ?? 0)) longest.set(name, { input, bytesPerByte });
  }

  async function runCommand(input: string, name: string, html: string): Promise<void> {
    writeFileSync(join(folder, 'page.html'), html);
    let bytes = 0;
    for (const words of callsOf(name, { pages: 'page.html', out: 'out' })) {
      const { code, stdout, stderr } = await refrain(folder, ...words);
      if (code !== 0 && code !== 1 && code !== 2) throw new Error(`${name}: exit code ${code}`);
      if (!/^(?:refrain: [^\n]*\n)*$/.test(stderr)) throw new Error(`${name}: ${stderr.slice(0, 300)}`);
      bytes += Buffer.byteLength(stdout);
    }
    const written = statSync(join(folder, 'out'), { throwIfNoEntry: false });
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    check(input, `refrain ${name}`, bytes + (written?.isFile() ? written.size : 0), html.length, BYTES_PER_BYTE);
  }

  return {
    inputs: fc
      .tuple(fc.nat(), markup(sources), fc.nat(2), fc.nat(2), markupEdits(sources))
      .map(([at, other, isOther, isOnce, change]) => {
        const best = [...longest.values()];
        const [first = '', piece = ''] = partsOf((isOther === 0 ? undefined : best[at % best.length]?.input) ?? other);
        const [once, repeated] = isOnce === 0 ? [change(first), piece] : [first, change(piece)];
        return `${once.slice(0, PIECE_MAX)}${REPEATED}${repeated.slice(0, PIECE_MAX)}`.toWellFormed();
      }),
    async run(input) {
      const html = pageOf(input);
      const bytes = Buffer.byteLength(html);
      const detector = await Detector.create({ seed: 1 }, modules);
      try {
        const page = detector.label(html);
        for (const [name, { write, bytesPerByte }] of Object.entries(OUTPUTS)) {
          try {
            check(input, name, Buffer.from(write(page)).length, bytes, bytesPerByte);
          } catch (error) {
            if (!(error instanceof RefrainError) || error.code === 'CORE_FAILED') throw error;
          }
        }
      } finally {
        detector.dispose();
      }
      count += 1;
      if (count % COMMAND_EVERY === 0) {
        const name = COMMAND_OUTPUTS[(count / COMMAND_EVERY) % COMMAND_OUTPUTS.length] as string;
        await runCommand(input, name, html);
      }
      return undefined;
    },
    summary: () =>
      [...longest]
        .sort(([, a], [, b]) => b.bytesPerByte - a.bytesPerByte)
        .map(([name, { bytesPerByte, input }]) => `${name}: ${bytesPerByte.toFixed(1)} ${JSON.stringify(input)}`),
  };
}

// Markdown must be UTF-8, reproducible and of bounded length, for every selection.

const URL_OF_PAGE = 'https://site.example/folder/page?query#part';

const CHOICES: readonly MarkdownOptions[] = [
  { url: URL_OF_PAGE },
  { images: false, headingShift: 2 },
  { links: false, hidden: true },
];

/** Maximum bytes of Markdown per byte of a page, without those of long URLs or alternative texts. */
const GROWTH_MAX = 64;

export async function prepareMarkdown(sources: Sources): Promise<Subject> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return {
    inputs: markup(sources),
    async run(input) {
      const detector = await Detector.create({ seed: 1, evidence: 'repetition', maxWork: 1e8 }, modules);
      try {
        detector.learn(`${input.slice(0, input.length / 2)}<p>once`);
        for (const options of CHOICES) {
          const written = await outcome(() => {
            const page = detector.label(input);
            page.markdown('all', options);
            return contextOf(page).core.output().slice();
          });
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
