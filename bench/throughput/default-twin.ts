/**
 * `default` beside its own twin, the model included. The twin takes tens of milliseconds a page, so both read a part of the
 * pages.
 */
import { type ResolvedOptions, resolveOptions } from 'refrain';
import type { Core } from '../../bindings/core.ts';
import { DefaultTwin } from '../contenders/default-twin.ts';
import { createCore, readShippedModel } from '../core.ts';
import { compileBench, wordsOf } from '../module.ts';
import { Problem } from '../problem.ts';
import { type Model, readModel } from '../training/model.ts';
import { type Contender, forEachSite, of } from './contender.ts';
import type { BenchPage } from './pages.ts';
import { byModule } from './whole.ts';

export interface DefaultPair {
  readonly module: Contender;
  readonly twin: Contender;
}

const decoder = new TextDecoder();

/** Whether each block with text of the current page is template, in the order in which their texts begin. */
function verdictsOf(core: Core): boolean[] {
  const { BLOCK_KIND, BLOCK_KIND_TEMPLATE } = core.layout;
  const verdicts: boolean[] = [];
  for (let found = wordsOf(core, 0); found !== undefined; found = wordsOf(core, verdicts.length)) {
    verdicts.push(core.block(found.block, BLOCK_KIND) === BLOCK_KIND_TEMPLATE);
  }
  return verdicts;
}

/** Reads the shipped model. Then compares module and twin on every page: wrong verdicts are not timed. */
async function validatedModel(pages: readonly BenchPage[], options: ResolvedOptions): Promise<Model> {
  const core = await createCore(await compileBench(), options);
  const bytes = await readShippedModel();
  core.loadModel(bytes);
  const model = readModel(bytes, core.layout);
  const tables = forEachSite(pages, () => core.createTable());
  const twins = forEachSite(pages, () => new DefaultTwin(options, model));
  for (const { site, name, html } of pages) {
    core.readHtml(of(tables, site), html, { learn: true, id: undefined });
    if (verdictsOf(core).join() !== of(twins, site).learn(html).join()) {
      throw new Problem(`${name}: the verdicts of default are not those of its twin; nothing was timed`);
    }
  }
  return model;
}

/** @throws {Problem} where module and twin differ on one of the pages */
export async function defaultPair(pages: readonly BenchPage[]): Promise<DefaultPair> {
  const options = resolveOptions();
  const model = await validatedModel(pages, options);
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
