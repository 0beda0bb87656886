import { TreeSmoother } from 'refrain/smoothing';

const smoother = await TreeSmoother.create();
const { values, sections } = smoother.smooth({ parents: [-1, 0, 0], scores: [0.3, 0.8, 0.2] }, 0.25);

export const outcome = { values: [...values], sections };
export const expected = { values: [0.2, 0.8, 0.2], sections: 2 };
