/** Options and arguments of the public functions: any value is refused by a typed error or works. */
import { KeepOne, limitRemoved, Sites, siteFinder } from '@refrain/crawl';
import { readNdjson, readWarc } from '@refrain/crawl/input';
import fc from 'fast-check';
import { MemoryLevel } from 'memory-level';
import { Detector, resolveOptions } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { StructuredReader } from 'refrain/structured';
import { WRONG } from '../../../test/support/wrong-values.ts';
import { readDictionary } from '../sources.ts';
import { outcome, type Subject } from '../subject.ts';

const SINGLE = fc.constantFrom<unknown>(...readDictionary('values'));
const NAMED = fc.dictionary(fc.constantFrom(...readDictionary('options')), SINGLE, { maxKeys: 3 });
const VALUE = fc.oneof({ weight: 2, arbitrary: SINGLE }, NAMED);

const PAGE = '<title>t</title><div>menu</div><p>text of the page</p>';

/** A call with two values. Most values are refused, so a call is cheap. */
type Call = (first: never, second: never) => unknown;

async function* none(): AsyncGenerator<Uint8Array> {}

async function drain(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}

async function callsOf(): Promise<readonly Call[]> {
  const detector = await Detector.create({});
  const sites = await Sites.open({ store: new MemoryLevel<string, Uint8Array>(), maxMemory: 2 ** 22 });
  const page = () => detector.label(PAGE);
  const parser = await HtmlParser.create({});
  const structured = await StructuredReader.create({});
  return [
    (first) => resolveOptions(first),
    (first) => resolveOptions(first),
    async (first, second) => (await Detector.create(first)).learn(PAGE, second).text(),
    (_, second) => Detector.create(undefined, second),
    (first, second) => HtmlParser.create(first, second),
    async (first) => (await HtmlParser.create(first)).parse(PAGE).cursor().firstChild(),
    (first, second) => detector.learn(first, second),
    (first) => detector.learn(PAGE, first),
    (first) => detector.label(first),
    (first, second) => detector.learnStream(first, second),
    (first, second) => detector.learnTree(first, second),
    (first, second) => detector.labelTree(first, second),
    (first, second) => Detector.restore(first, second),
    (first) => page().text(first),
    (first) => page().html(first),
    (first) => page().keep(first),
    (first) => parser.parse(first),
    (first, second) => parser.parseFragment(first, second),
    (first, second) => structured.text(first, second),
    (first) => structured.text(page(), first),
    (first, second) => StructuredReader.create(first, second),
    (first) => siteFinder(first),
    async (first, second) => (await siteFinder(first))(second),
    (first) => new KeepOne(first),
    (first) => limitRemoved(page(), first),
    (first, second) => drain(readWarc(first, second)),
    (first) => drain(readWarc(none(), first)),
    (first, second) => drain(readNdjson(first, second)),
    (first) => drain(readNdjson(none(), first)),
    (first) => drain(sites.documents([], first)),
    (first, second) => sites.learn('http://a.example/', first, second),
    (first, second) => sites.learn(first, PAGE, second),
    (first, second) => sites.label(first, PAGE, second),
    (first, second) => sites.learnTree(first, {}, second),
    (first, second) => sites.relabel(first, PAGE, second),
    (first) => sites.snapshot(first),
    (first, second) => sites.restore(first, second),
    (first) => sites.forget(first),
    (first) => Sites.open(first),
  ];
}

/** JSON with values that JSON does not have, at any depth. */
function revived(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? WRONG[value.slice(1)]?.() : value;
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revived(inner)]));
}

/** Whether an input is a call, which a part of one is not, and not one that would do what it is asked to, on disk. */
function isCall(input: string): boolean {
  try {
    return Array.isArray(JSON.parse(input)) && !input.includes('"location"');
  } catch {
    return false;
  }
}

export async function prepareOptions(): Promise<Subject> {
  const calls = await callsOf();
  return {
    inputs: fc.tuple(fc.nat(calls.length - 1), VALUE, VALUE).map((call) => JSON.stringify(call)),
    async run(input) {
      if (!isCall(input)) return undefined;
      const [call, first, second] = JSON.parse(input) as [number, unknown, unknown];
      await outcome(() => calls[call]?.(revived(first) as never, revived(second) as never));
      return undefined;
    },
  };
}
