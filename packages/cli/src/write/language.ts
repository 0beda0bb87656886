/** `--detect-language`: the language of a text, by eld, which is no dependency of the command. */
import { errors } from '@refrain/crawl/engine';

/** A tag of two letters; undefined where the text does not tell. */
export type LanguageReader = (text: string) => string | undefined;

/** What is used of eld. */
interface Eld {
  detect(text: string): { readonly language: string; isReliable(): boolean };
}

/** A larger table decides no text of this length otherwise. The compiler does not look for the package. */
const TABLE: string = 'eld/small';
/** UTF-16 code units that are read: more of a text tells no more. */
const LENGTH = 4000;

/** @throws {PackageError} `PACKAGE_MISSING` */
export async function languageReader(): Promise<LanguageReader> {
  const { eld } = await errors.importPackage(
    'eld',
    '--detect-language',
    () => import(TABLE) as Promise<{ readonly eld: Eld }>,
  );
  return (text) => {
    const found = eld.detect(text.slice(0, LENGTH));
    return found.isReliable() ? found.language : undefined;
  };
}
