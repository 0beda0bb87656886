/** Usage lines of the commands. */
import type { Command } from './flags.ts';

export const USAGE: Readonly<Record<Command, string>> = {
  run: 'usage: refrain INPUT… [options]',
  report: 'usage: refrain report INPUT… --out FOLDER [options]',
  rules: 'usage: refrain rules INPUT… [--site NAME] [options]\n       refrain rules SITE --state FOLDER [options]',
  index: 'usage: refrain index INPUT… --out FILE [options]',
  search: 'usage: refrain search FILE QUERY… [options]',
  diff: 'usage: refrain diff OLD NEW [--site NAME] [--json]',
  changed: 'usage: refrain changed OLD NEW [options]',
  state: 'usage: refrain state list|export|import|forget|check|repair FOLDER [SITE [FILE]]',
  mcp: 'usage: refrain mcp [--state FOLDER] [--root FOLDER]',
  help: 'usage: refrain help [report|rules|diff|changed|index|search|state|mcp]',
};

/** Printed after a usage error. `exists`: a file or folder has the name of the command. */
export function hint(command: Command, { exists }: { readonly exists: boolean }): string {
  const more = command === 'run' || command === 'help' ? 'refrain --help' : `refrain ${command} --help`;
  const clash = exists
    ? `here, ${command} is a command; to read the input ${command}, write ./${command} or refrain -- ${command}\n`
    : '';
  return `${USAGE[command]}\nfor more: ${more}\n${clash}`;
}
