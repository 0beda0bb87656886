import { Problem } from '../problem.ts';
import type { MethodKind } from './method.ts';
import { createNone } from './none.ts';
import { createRefrain } from './refrain.ts';
import { createTwin } from './twin.ts';

/** Every method that can be evaluated. */
export const methods: Readonly<Record<string, MethodKind>> = {
  default: { meaning: 'refrain as it comes', preset: 'default', create: createRefrain },
  paper: { meaning: 'refrain, Wang et al. to the letter', preset: 'paper', create: createRefrain },
  twin: {
    meaning: 'the reference in plain TypeScript, with the options of paper',
    preset: 'paper',
    create: createTwin,
  },
  none: { meaning: 'keeps everything', preset: undefined, create: createNone },
};

export function findMethod(name: string): MethodKind {
  const found = methods[name];
  if (found === undefined)
    throw new Problem(`there is no method ${name}; there are ${Object.keys(methods).join(', ')}`);
  return found;
}
