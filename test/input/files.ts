export { codeOf } from '../support/errors.ts';
export { withFolder } from '../support/folder.ts';
