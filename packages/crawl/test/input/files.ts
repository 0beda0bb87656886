export { codeOf } from '../../../../test/support/errors.ts';
export { withFolder } from '../../../../test/support/folder.ts';
