/** A server of the tools by the Model Context Protocol, over any transport. */
import { InputError } from 'refrain';
import { CommandError, describe } from '../../errors.ts';
import { version } from '../../version.ts';
import type { McpServer, Sdk } from './sdk.ts';
import { type Tool, toolDescription } from './tool-table.ts';
import type { ToolInput, Tools } from './tools.ts';

/** For the model that calls the tools. */
const INSTRUCTIONS =
  'Reads web pages without menus, footers and advertisements. For one page use clean_page or read_url, for many pages of a site clean_site or read_site; explain_block tells why a text was left out.';

export function toolServer(sdk: Sdk, tools: Tools, list: readonly Tool[]): McpServer {
  const info = { name: 'refrain', version: version() };
  const server = new sdk.Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(sdk.ListToolsRequestSchema, async () => ({ tools: list.map(toolDescription) }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = list.find(({ name }) => name === params.name);
    try {
      if (tool === undefined) throw new CommandError(`there is no tool ${params.name}`, { code: 'INPUT_INVALID' });
      const input = checked(sdk, tool, params.arguments ?? {});
      const { fields, ...content } = await tool.call(tools, input, signal);
      const texts = [JSON.stringify(fields, undefined, 2), ...Object.values(content)];
      return {
        content: texts.map((text) => ({ type: 'text', text })),
        structuredContent: { ...fields, ...content },
      };
    } catch (error) {
      // An error as a result lets the model correct its call.
      return { isError: true, content: [{ type: 'text', text: describe(error) }] };
    }
  });
  return server;
}

/** @throws {InputError} if arguments do not fit the schema. Models write null for an omitted argument. */
function checked(sdk: Sdk, { inputSchema }: Tool, given: Readonly<Record<string, unknown>>): ToolInput {
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const { valid, errorMessage = '' } = sdk.validator.getValidator(inputSchema)(input);
  if (valid) return input;
  const wordsOf = (name: string): string => inputSchema.properties[name]?.enum?.join(', ') ?? '';
  throw new InputError(
    errorMessage
      .slice(0, 1000)
      .replace(
        /\bdata\/(\w+) (.*? allowed values)/g,
        (_, name: string, rule: string) => `${name} ${rule}: ${wordsOf(name)}`,
      )
      .replace(/\bdata\/?(?=\S)/g, '')
      .replace(/^data /, 'the arguments '),
  );
}
