import { refusalCode, siteObject } from '@refrain/restate';

const object = siteObject();

export const outcome = { name: typeof object.name, refusal: typeof refusalCode };
export const expected = { name: 'string', refusal: 'function' };
