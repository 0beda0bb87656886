/**
 * Lets the command find Crawlee, Playwright and the SDK of MCP, which are installed in this folder. In a project they are installed next to the
 * command.
 */
import { register } from 'node:module';

const hook = `export const resolve = (specifier, context, next) =>
  next(specifier, /^(@(crawlee|modelcontextprotocol)\\/|playwright$)/.test(specifier) ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
