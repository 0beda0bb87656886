import { availableParallelism, cpus } from 'node:os';

/** Where figures come from. */
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
