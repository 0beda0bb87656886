/** Files and streams that are made to be slow, read as crawls are. */
import { inputFloods } from '../../packages/crawl/test/support/input-floods.ts';
import type { Kind } from './kind.ts';

export const inputKinds: readonly Kind[] = Object.entries(inputFloods).map(([name, { make, read }]) => ({
  name,
  make,
  reads: { crawl: async () => read },
}));
