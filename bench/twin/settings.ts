import type { ResolvedOptions } from 'refrain';
import type { ReferenceDetector } from '../../test/reference/detector.ts';

/** The options that the twin has. */
export function twinSettings(options: ResolvedOptions): ConstructorParameters<typeof ReferenceDetector>[0] {
  const { templateDf, templateRatio, baseLifetime, lifetimeGrowth, lifetimeBoundary, path } = options;
  const separators = new Set(options.separators);
  return { templateDf, templateRatio, baseLifetime, lifetimeGrowth, lifetimeBoundary, separators, path };
}
