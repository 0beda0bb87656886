/**
 * Hostile pages of two sizes, a quarter of a megabyte and one: what a page made to be slow costs, and whether four times
 * the page costs more than about four times the time.
 *
 * Run: npm run floods
 */
import { LimitError } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { floods } from '../test/support/floods.ts';
import { formatTable } from './table.ts';

const SMALL = 250_000;
const LARGE = 1_000_000;

interface Timed {
  readonly milliseconds: number;
  readonly outcome: string;
}

function time(parser: HtmlParser, html: string): Timed {
  const bytes = new TextEncoder().encode(html);
  let milliseconds = Number.POSITIVE_INFINITY;
  let outcome = '';
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    try {
      outcome = `${parser.parse(bytes).nodeCount} nodes`;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      outcome = error.code;
    }
    milliseconds = Math.min(milliseconds, performance.now() - start);
  }
  return { milliseconds, outcome };
}

const parser = await HtmlParser.create();
const rows = Object.entries(floods).map(([name, make]) => {
  const small = time(parser, make(SMALL));
  const large = time(parser, make(LARGE));
  return [
    ...[name, small.milliseconds.toFixed(1), large.milliseconds.toFixed(1)],
    ...[(large.milliseconds / small.milliseconds).toFixed(1), large.outcome],
  ];
});
process.stdout.write(`${formatTable(['flood', '¼ MB, ms', '1 MB, ms', 'growth', 'of 1 MB'], rows)}\n`);
