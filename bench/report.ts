/** Means, tables and the machine, for the reports of benches and experiments. */
import { availableParallelism, cpus } from 'node:os';

/** A table as aligned text or Markdown. Numbers are right-aligned, except in the first column. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  as: 'text' | 'markdown' = 'text',
): string {
  const lines = [head, ...rows];
  const isNumeric = head.map((_, column) => column > 0 && rows.every((row) => /^([\d.]+|–|)$/.test(row[column] ?? '')));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const padded = lines.map((line) =>
    line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
  if (as === 'text') return padded.map((line) => line.join('  ').trimEnd()).join('\n');
  const rule = widths.map((width, column) => (isNumeric[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return padded
    .toSpliced(1, 0, rule)
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** 0 without values. */
export const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sumOf(values) / values.length);

export const meanOfDefined = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : mean(known);
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

export interface Machine {
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
}

export const machine: Machine = {
  node: process.version,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
};

export const machineLine = `Node ${machine.node}, ${machine.cores} × ${machine.processor}`;
