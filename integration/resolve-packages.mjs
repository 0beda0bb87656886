/** Lets the command find the packages of this folder. Projects install them next to the command. */
import { register } from 'node:module';

const hook = `export const resolve = (specifier, context, next) =>
  next(specifier, /^(@(crawlee|modelcontextprotocol)\\/|playwright$)/.test(specifier) ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
