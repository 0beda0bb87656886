/** Restate's SDK, a peer dependency. It is imported dynamically, so that its absence is reported with the command that installs it. */
import { errors } from '@refrain/crawl/engine';

const NAME = '@restatedev/restate-sdk';

export const restate = await errors.importPackage(NAME, '@refrain/restate', () => import('@restatedev/restate-sdk'));
