export { agree, type Contradiction, tableOptions } from '../sites/sites-options.ts';
export { makeTemplate } from '../store/template.ts';
