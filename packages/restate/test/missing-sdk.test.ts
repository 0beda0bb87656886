import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** Hooks of the loader by which the SDK is missing. */
const hooks = `
export async function resolve(name, context, next) {
  if (name !== '@restatedev/restate-sdk') return next(name, context);
  throw Object.assign(new Error("Cannot find package '" + name + "'"), { code: 'ERR_MODULE_NOT_FOUND' });
}`;

const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

test('names the package to install where the SDK of Restate is missing', () => {
  const register = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`);
  const program = `
    import('@refrain/restate').then(
      () => console.log('imported'),
      (error) => console.log(error.name, error.code, error.message),
    );`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', register, '-e', program], { encoding: 'utf8' });
  assert.is(
    stdout.trim(),
    'PackageError PACKAGE_MISSING @refrain/restate needs the package @restatedev/restate-sdk, which is not installed: ' +
      'npm install @restatedev/restate-sdk',
    stderr,
  );
});

test.run();
