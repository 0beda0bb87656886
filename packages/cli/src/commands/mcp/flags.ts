/** `refrain mcp`: flags, help and options. */
import { describeCommand } from '../../arguments/command.ts';
import { IDENTITY_FLAGS, PRIVATE_FLAG } from '../../arguments/common-flags.ts';
import { count, flag, text, toggle, usageError, type ValuesOf } from '../../arguments/flags.ts';
import { type IdentityOptions, identityOptions } from '../../arguments/headers.ts';

/** Pages of a call, and characters of an answer. */
const PAGES = { default: 1000, min: 1, max: 1_000_000 } as const;
const LENGTH = { default: 100_000, min: 1000, max: 10_000_000 } as const;

const FLAGS = {
  state: text('FOLDER', 'store of the sites; default: what is learned is forgotten when the server ends'),
  root: flag('FOLDER', 'files outside of this folder are not read; default: the current one', (given = '.') => given),
  web: toggle('tools that read the page or the site at an address'),
  ...PRIVATE_FLAG,
  ...IDENTITY_FLAGS,
  maxPages: count('COUNT', PAGES, 'maximum number of pages of a call'),
  maxLength: count('COUNT', LENGTH, 'maximum number of characters of an answer'),
};

/** Options of the server. */
export type McpOptions = ValuesOf<typeof FLAGS> & { readonly identity: IdentityOptions };

export const mcp = describeCommand({
  name: 'mcp',
  usage: ['[--state FOLDER] [--root FOLDER]'],
  summary: 'tools for language models',
  about: `Serves tools for language models over standard input and output, by the Model
Context Protocol: clean_page, clean_site, site_template, explain_block, and with --web
read_url and read_site, with which a model can send requests to any public server.
What is learned of a site is used for its later pages. Needs the package
@modelcontextprotocol/sdk, and read_site Crawlee: @crawlee/basic.`,
  flags: FLAGS,
  exits: { 0: 'standard input has ended', 2: 'usage error, or the server could not start' },
  examples: ['npx --package @refrain/cli --package @modelcontextprotocol/sdk refrain mcp --state sites'],
  read(operands, values): McpOptions {
    if (operands.length > 0) throw usageError('mcp: takes no inputs; tools name them');
    return { ...values, identity: identityOptions(values, []) };
  },
});
