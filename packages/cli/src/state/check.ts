/** `refrain state check` and `refrain state repair`. */
import type { Writable } from 'node:stream';
import { checkStore, repairStore, type StoreCheck } from '@refrain/crawl';
import { naming } from '../errors.ts';
import { print } from '../output/output.ts';
import { plural } from '../output/progress-line.ts';
import type { StateOptions } from './arguments.ts';

/** Runs the action; gives the exit code: 1 for a store that is damaged. */
export async function checkState(options: StateOptions, stdout: Writable): Promise<number> {
  const { folder, out, json } = options;
  const check = await naming(folder, () => (out === undefined ? checkStore(folder) : repairStore(folder, out)));
  await print(stdout, json ? `${JSON.stringify(check)}\n` : text(options, check));
  return check.isWhole || out !== undefined ? 0 : 1;
}

function text({ folder, out }: StateOptions, { isWhole, problems, sites, lost, unnamed, ids }: StoreCheck): string {
  const pages = sites.reduce((total, site) => total + site.pages, 0);
  const saved = `${plural(sites.length, 'site')} with ${plural(pages, 'page')}, ${plural(ids, 'older page id')}`;
  if (isWhole && out === undefined) return `${folder}: the store is whole: ${saved}\n`;
  const without = sites.filter(({ missingIds }) => missingIds > 0);
  return [
    ...problems.map(({ file, problem }) => `damaged: ${file} ${problem}`),
    ...(out === undefined ? [`can be saved: ${saved}`] : [`saved to ${out}: ${saved}`]),
    ...sites.filter(({ template }) => template === 'lost').map(({ site }) => `template lost: ${site}`),
    ...without.map(({ site, missingIds }) => `ids missing: ${site}, ${missingIds}`),
    ...lost.map((site) => `lost: ${site}`),
    ...(unnamed === undefined || unnamed === 0 ? [] : [`lost: ${plural(unnamed, 'site')} whose name cannot be read`]),
  ]
    .map((line) => `${folder}: ${line}\n`)
    .join('');
}
