/** Names of the files of a store. */

export const CURRENT = 'CURRENT';
/** What the store itself keeps beside LevelDB; see written-file.ts. */
export const WRITTEN = 'WRITTEN';

const FILE = /^(CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(log|ldb|sst|dbtmp)|lost|WRITTEN(\.tmp)?)$/;

/** Whether a store can have a file of this name. */
export const isStoreFile = (name: string): boolean => FILE.test(name);

/** The number of a log; undefined for other files. */
export const logNumber = (name: string): number | undefined => numberOf(/^(\d+)\.log$/, name);

/** The number of a table; undefined for other files. */
export const tableNumber = (name: string): number | undefined => numberOf(/^(\d+)\.(ldb|sst)$/, name);

export const isManifest = (name: string): boolean => name.startsWith('MANIFEST-');

function numberOf(pattern: RegExp, name: string): number | undefined {
  const [, digits] = pattern.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
