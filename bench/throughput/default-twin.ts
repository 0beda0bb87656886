/**
 * `default` beside its own twin, the model included. The twin takes tens of milliseconds a page, so both read a part of the
 * pages.
 */
import { type ResolvedOptions, resolveOptions } from 'refrain';
import { DefaultTwin } from '../contenders/default-twin.ts';
import { compileCore, createCore, readShippedModel } from '../core.ts';
import { Problem } from '../problem.ts';
import { type Model, readModel } from '../training/model.ts';
import { type Contender, forEachSite, of } from './contender.ts';
import type { BenchPage } from './pages.ts';
import { byModule, createDetectors } from './whole.ts';

export interface DefaultPair {
  readonly module: Contender;
  readonly twin: Contender;
}

const decoder = new TextDecoder();

/** Sorted scores, since the blocks of module and twin have different orders. */
const sorted = (thousandths: readonly number[]): string => thousandths.toSorted((one, other) => one - other).join();

async function readDefaultModel(options: ResolvedOptions): Promise<Model> {
  const { layout } = await createCore(await compileCore(), options);
  return readModel(await readShippedModel(), layout);
}

/** Compares the scores of module and twin on every page: a pair with different scores is not timed. */
async function validate(pages: readonly BenchPage[], options: ResolvedOptions, model: Model): Promise<void> {
  const detectors = await createDetectors(pages, options);
  const twins = forEachSite(pages, () => new DefaultTwin(options, model));
  for (const { site, name, bytes, html } of pages) {
    const { blocks } = of(detectors, site).learn(bytes);
    // The public API cuts scores to thousandths.
    const found = blocks.filter(({ length }) => length > 0).map(({ score = 0 }) => Math.round(score * 1000));
    const expected = of(twins, site)
      .learn(html)
      .map((score) => Math.trunc(score * 1000));
    if (sorted(found) !== sorted(expected)) {
      throw new Problem(`${name}: the scores of default are not those of its twin; nothing was timed`);
    }
  }
}

/** @throws {Problem} where module and twin differ on one of the pages */
export async function defaultPair(pages: readonly BenchPage[]): Promise<DefaultPair> {
  const options = resolveOptions();
  const model = await readDefaultModel(options);
  await validate(pages, options, model);
  const twin: Contender = {
    name: 'default twin',
    meaning: 'the twin of default on parse5 and Map, with the model, on a part of the pages',
    pages,
    prepare: async () => {
      const twins = forEachSite(pages, () => new DefaultTwin(options, model));
      return () => {
        let found = 0;
        for (const { site, bytes } of pages) found += of(twins, site).learn(decoder.decode(bytes)).length;
        return { found };
      };
    },
  };
  const module = byModule('default, same pages', 'default on the pages of its twin', pages, options);
  return { module: { ...module, pages }, twin };
}
