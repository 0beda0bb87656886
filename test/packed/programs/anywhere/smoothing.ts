import { smoothTree } from 'refrain/smoothing';

const { values, sections } = smoothTree({ parents: [-1, 0, 0], scores: [0.3, 0.8, 0.2] }, 0.25);

export const outcome = { values: [...values], sections };
export const expected = { values: [0.2, 0.8, 0.2], sections: 2 };
