/** A server of the tools by the Model Context Protocol, over any transport. */
import { CommandError, describe } from '../../errors.ts';
import { version } from '../../version.ts';
import { withAnswer } from './answers.ts';
import type { McpServer, Sdk } from './sdk.ts';
import { type ToolInput, toolsFor } from './tool-input.ts';
import type { ToolAnswer, ToolOptions, Tools } from './tools.ts';

export function toolServer(sdk: Sdk, tools: Tools, options: ToolOptions): McpServer {
  const info = { name: 'refrain', version: version() };
  const server = new sdk.Server(info, { capabilities: { tools: {} } });
  const calls: Readonly<Record<string, (input: ToolInput, signal: AbortSignal) => Promise<ToolAnswer>>> = {
    clean_page: (input) => tools.cleanPage(input),
    read_url: (input, signal) => tools.readUrl(input, signal),
    read_site: (input, signal) => tools.readSite(input, signal),
    clean_site: (input) => tools.cleanSite(input),
    site_template: (input) => tools.siteTemplate(input),
    explain_block: (input) => tools.explainBlock(input),
  };
  server.setRequestHandler(sdk.ListToolsRequestSchema, async () => ({ tools: toolsFor(options).map(withAnswer) }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, { signal }) => {
    const call = Object.hasOwn(calls, params.name) ? calls[params.name] : undefined;
    try {
      if (call === undefined) throw new CommandError(`there is no tool ${params.name}`, { code: 'INPUT_INVALID' });
      const { facts, ...content } = await call(params.arguments ?? {}, signal);
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
