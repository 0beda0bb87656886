/** A server of the tools by the Model Context Protocol, over any transport. */
import { InputError } from 'refrain';
import { CommandError, describe } from '../../errors.ts';
import { version } from '../../version.ts';
import { withAnswer } from './answers.ts';
import type { McpServer, Sdk } from './sdk.ts';
import type { Tool } from './tool-input.ts';
import type { ToolAnswer, Tools } from './tools.ts';

/** A call whose arguments fit the schema of its tool. */
type Call = (tools: Tools, input: never, signal: AbortSignal) => Promise<ToolAnswer>;

const CALLS: Readonly<Record<string, Call>> = {
  clean_page: (tools, input) => tools.cleanPage(input),
  read_url: (tools, input, signal) => tools.readUrl(input, signal),
  read_site: (tools, input, signal) => tools.readSite(input, signal),
  clean_site: (tools, input) => tools.cleanSite(input),
  site_template: (tools, input) => tools.siteTemplate(input),
  explain_block: (tools, input) => tools.explainBlock(input),
};

export function toolServer(sdk: Sdk, tools: Tools): McpServer {
  const info = { name: 'refrain', version: version() };
  const server = new sdk.Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler(sdk.ListToolsRequestSchema, async () => ({ tools: tools.list.map(withAnswer) }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.list.find(({ name }) => name === params.name);
    try {
      if (tool === undefined) throw new CommandError(`there is no tool ${params.name}`, { code: 'INPUT_INVALID' });
      const input = checked(sdk, tool, params.arguments ?? {});
      const { facts, ...content } = await (CALLS[tool.name] as Call)(tools, input, signal);
      const texts = [JSON.stringify(facts, undefined, 2), ...Object.values(content)];
      return {
        content: texts.map((text) => ({ type: 'text', text })),
        structuredContent: { ...facts, ...content },
      };
    } catch (error) {
      // What a model has asked wrongly is for the model to read.
      return { isError: true, content: [{ type: 'text', text: describe(error) }] };
    }
  });
  return server;
}

/** @throws {InputError} for arguments that do not fit the schema; models write null for what they leave out */
function checked(sdk: Sdk, { inputSchema }: Tool, given: Readonly<Record<string, unknown>>): never {
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const { valid, errorMessage = '' } = sdk.validator.getValidator(inputSchema)(input);
  if (valid) return input as never;
  const wordsOf = (name: string): string => inputSchema.properties[name]?.enum?.join(', ') ?? '';
  throw new InputError(
    errorMessage
      .replace(
        /\bdata\/(\w+) (.*? allowed values)/g,
        (_, name: string, rule: string) => `${name} ${rule}: ${wordsOf(name)}`,
      )
      .replace(/\bdata\/?(?=\S)/g, '')
      .replace(/^data /, 'the arguments '),
  );
}
