/** Lets the command find Crawlee, which is installed in this folder: in a project it stands beside the command. */
import { register } from 'node:module';

const hook = `export const resolve = (specifier, context, next) =>
  next(specifier, specifier.startsWith('@crawlee/') ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
