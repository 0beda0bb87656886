/** Runs commands of the research in this process: a process of their own would begin by loading all that they share. */
import { research } from '../run.ts';

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command prints, and its exit code. */
export async function run(...words: readonly string[]): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  const into = (stream: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      printed[stream] += text;
    },
  });
  const status = await research(words, { stdout: into('stdout'), stderr: into('stderr') });
  return { status, ...printed };
}
