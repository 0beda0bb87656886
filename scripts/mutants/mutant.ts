/** One change of a source. */
export interface Mutant {
  readonly id: number;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** A text on one line, cut. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
};

/** The key of a mutant that does not change with the lines above it. */
export const keyOf = ({ file, from, to }: Mutant): string => `${file}: ${from} → ${to}`;
