/**
 * Notices of third-party code and data, with licence texts: dist/THIRD_PARTY_NOTICES.txt. esbuild's metafiles list code
 * in bundles; data and compiled code are listed here.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { PUBLISHED } from './packages.ts';

interface Notice {
  readonly title: string;
  readonly text: string;
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

/** The licence files of an installed package. */
function licenceOf(name: string): string {
  const folder = join('node_modules', name);
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  if (files.length === 0) throw new Error(`${name} is in a bundle and has no licence file in ${folder}`);
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

function packageNotice(name: string): Notice {
  const { version, license } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
  return { title: `${name} ${version} (${license})`, text: licenceOf(name) };
}

function dataNotice(title: string): Notice {
  const [, after] = readFileSync('scripts/notices.txt', 'utf8').split(`== ${title}\n`);
  const [text] = after?.split('\n== ') ?? [];
  if (text === undefined) throw new RangeError(`scripts/notices.txt has no section ${title}`);
  return { title, text: text.trim() };
}

/** Packages with code in an output of esbuild. */
const bundledPackages = ({ outputs }: Metafile): string[] =>
  Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);

/**
 * The module contains functions of AssemblyScript's standard library. assembly/html/entities.ts is made from the
 * package `entities`.
 */
const CORE_PACKAGES = ['assemblyscript', 'entities'];
const coreData = (): Notice[] => [
  dataNotice('Named character references of HTML'),
  dataNotice('Training data of the model'),
];

/** Third-party contents in addition to bundled code. */
function beside(name: string, bundled: readonly string[]): { packages: readonly string[]; data: readonly Notice[] } {
  const suffixes = bundled.includes('tldts') ? [dataNotice('Public Suffix List (MPL-2.0)')] : [];
  switch (name) {
    case 'refrain':
      return { packages: CORE_PACKAGES, data: coreData() };
    // Its inline entry contains the core.
    case '@refrain/crawl':
      return { packages: CORE_PACKAGES, data: [...coreData(), ...suffixes] };
    default:
      return { packages: [], data: suffixes };
  }
}

function format(notices: readonly Notice[]): string {
  const titlesByText = new Map<string, string[]>();
  for (const { title, text } of notices) titlesByText.set(text, [...(titlesByText.get(text) ?? []), title]);
  const sections = [...titlesByText].map(
    ([text, titles]) => `${titles.map((title) => `== ${title}`).join('\n')}\n\n${text}\n`,
  );
  return `This package contains code and data of third parties:\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** Writes the notices of every package. `metafiles`: metafiles of esbuild by output path. */
export function writeNotices(metafiles: ReadonlyMap<string, Metafile>): void {
  for (const { name, folder } of PUBLISHED) {
    const bundled = [...metafiles]
      .filter(([output]) => output.startsWith(join(folder, 'dist/')))
      .flatMap(([, metafile]) => bundledPackages(metafile));
    const { packages, data } = beside(name, bundled);
    const names = [...new Set([...bundled, ...packages])].sort();
    const notices = [...names.map(packageNotice), ...data];
    if (notices.length > 0) writeFileSync(join(folder, 'dist/THIRD_PARTY_NOTICES.txt'), format(notices));
  }
}
