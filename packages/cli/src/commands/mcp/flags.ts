/** `refrain mcp`: flags, help and options. */
import { describeCommand } from '../../arguments/command-line.ts';
import { pick, usageError, type ValuesOf } from '../../arguments/flag-kinds.ts';
import { FLAGS, IDENTITY_FLAGS } from '../../arguments/flag-table.ts';
import { type IdentityOptions, identityOptions } from '../../arguments/headers.ts';

/** Maximum number of pages of a call. */
export const PAGES_OF_CALL = 1000;

const OWN = {
  state: { ...FLAGS.state, meaning: 'store of the sites; default: what is learned is forgotten when the server ends' },
  root: { ...FLAGS.root, meaning: 'folder whose files tools may read; default: the current folder' },
  ...pick(FLAGS, ['web']),
  ...IDENTITY_FLAGS,
  maxPages: { ...FLAGS.maxPages, meaning: `maximum number of pages of a call (default ${PAGES_OF_CALL})` },
  ...pick(FLAGS, ['maxLength']),
};

export interface McpOptions extends Omit<ValuesOf<typeof OWN>, 'maxPages' | 'root'> {
  readonly root: string;
  readonly maxPages: number;
  readonly identity: IdentityOptions;
}

export const mcp = describeCommand({
  name: 'mcp',
  usage: ['[--state FOLDER] [--root FOLDER]'],
  summary: 'tools for language models',
  about: `Serves tools for language models over standard input and output, by the Model
Context Protocol: clean_page, clean_site, site_template, explain_block, and with --web
read_url and read_site, with which a model can send requests to any public server.
What is learned of a site is used for its later pages. Needs the package
@modelcontextprotocol/sdk; read_site also needs Crawlee (@crawlee/basic).`,
  flags: OWN,
  exits: { 0: 'standard input has ended', 2: 'usage error, or the server could not start' },
  examples: ['npx --package @refrain/cli --package @modelcontextprotocol/sdk refrain mcp --state sites'],
  read(operands, { root = '.', maxPages = PAGES_OF_CALL, ...values }): McpOptions {
    if (operands.length > 0) throw usageError('mcp: takes no inputs; tools name them');
    return { ...values, root, maxPages, identity: identityOptions(values, []) };
  },
});
