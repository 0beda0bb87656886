/** Time of one kind of input at three sizes, each four times the one before. */
import { RefrainError } from 'refrain';
import type { Kind, Read } from './kind.ts';

export const SIZES: readonly number[] = [62_500, 250_000, 1_000_000];

/** Times below this are too short for their ratio to mean anything. */
const NOISE_MS = 5;
const ROUNDS = 3;
/** A long run is not repeated. */
const LONG_MS = 300;

export interface FloodResult {
  readonly kind: string;
  readonly read: string;
  /** Bytes, of compressed inputs inflated ones, and milliseconds, by size. */
  readonly bytes: readonly number[];
  readonly milliseconds: readonly number[];
  /** Seconds for a megabyte of the largest size. */
  readonly secondsPerMegabyte: number;
  /** The larger of the two ratios of time by four times the size; 0 where the times are too short. */
  readonly growth: number;
  /** What happened at the largest size: `read`, or the code of an error. */
  readonly outcome: string;
}

async function timeOnce(read: Read, bytes: Uint8Array): Promise<{ milliseconds: number; outcome: string }> {
  const start = performance.now();
  const used = process.cpuUsage();
  let outcome = 'read';
  try {
    await read(bytes);
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    outcome = error.code;
  }
  const { user, system } = process.cpuUsage(used);
  // Other programs on the machine make the first larger, threads of the engine the second.
  return { milliseconds: Math.min(performance.now() - start, (user + system) / 1000), outcome };
}

/** The shortest of some rounds, each by a new reader. */
async function time(prepare: () => Promise<Read>, bytes: Uint8Array): ReturnType<typeof timeOnce> {
  let best = await timeOnce(await prepare(), bytes);
  for (let round = 1; round < ROUNDS && best.milliseconds < LONG_MS; round += 1) {
    const next = await timeOnce(await prepare(), bytes);
    if (next.milliseconds < best.milliseconds) best = next;
  }
  return best;
}

export async function measureFlood(kind: Kind, read: string, prepare: () => Promise<Read>): Promise<FloodResult> {
  const inputs = SIZES.map((size) => kind.make(size));
  const times = [];
  for (const input of inputs) times.push(await time(prepare, input));
  // Of compressed inputs, what they inflate to: what a megabyte may inflate to is limited by other options.
  const bytes = inputs.map(({ length }, at) => Math.max(length, SIZES[at] ?? 0));
  const milliseconds = times.map((each) => each.milliseconds);
  const last = SIZES.length - 1;
  const growths = SIZES.slice(1).map((_, at) => {
    const [before, after] = [milliseconds[at] ?? 0, milliseconds[at + 1] ?? 0];
    const sizes = (bytes[at + 1] ?? 0) / (bytes[at] ?? 1);
    return before < NOISE_MS ? 0 : ((after / before) * 4) / sizes;
  });
  return {
    kind: kind.name,
    read,
    bytes,
    milliseconds,
    secondsPerMegabyte: ((milliseconds[last] ?? 0) / (bytes[last] ?? 1)) * 1000,
    growth: Math.max(...growths),
    outcome: times[last]?.outcome ?? '',
  };
}
