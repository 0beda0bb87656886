import type { DetectorOptions } from 'refrain';

/** An isolate has 128 MiB of memory in total. */
export const LIMITS: DetectorOptions = {
  maxPageBytes: 8 * 2 ** 20,
  maxTableBytes: 16 * 2 ** 20,
  maxMemory: 64 * 2 ** 20,
};
