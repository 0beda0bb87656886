/** The page of the command for `man`, made of the tables of flags. */
import type { Command } from './command.ts';
import { DETECTOR_FLAGS, type DetectorFlag, meaningOf } from './detector-flags.ts';
import { flagOf } from './flags.ts';

/** A text as roff takes it: no line is a request. */
const plain = (text: string): string => text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/gm, '\\&$&');

const options = ({ allFlags }: Command): string[] =>
  Object.entries(allFlags).map(([name, { value, short, meaning }]) => {
    const spelled = `${short === undefined ? '' : `-${short}, `}--${flagOf(name)}`;
    const text = Object.hasOwn(DETECTOR_FLAGS, name) ? meaningOf(name as DetectorFlag) : meaning;
    return `.TP\n.B ${plain(spelled)}${value === undefined ? '' : `\n.I ${plain(value)}`}\n${plain(text)}`;
  });

/** `commands`: the first is the one without a name. */
export function manual(commands: readonly Command[], version: string): string {
  const [main, ...others] = commands as readonly [Command, ...Command[]];
  return `${[
    `.TH REFRAIN 1 "" "refrain ${plain(version)}"`,
    '.SH NAME\nrefrain \\- pages without the template of their site',
    `.SH SYNOPSIS\n${commands.flatMap(({ name, usage }) => usage.map((operands) => `.B refrain ${name}\n${plain(operands)}\n.br`)).join('\n')}`,
    `.SH DESCRIPTION\n.nf\n${plain(main.about)}\n.fi`,
    `.SH OPTIONS\n${options(main).join('\n')}`,
    ...others.flatMap((command) => [
      `.SH REFRAIN ${command.name.toUpperCase()}\n.nf\n${plain(command.about)}\n.fi`,
      ...options(command),
    ]),
    `.SH EXIT STATUS\n${Object.entries(main.exits)
      .map(([code, meaning]) => `.TP\n${code}\n${plain(meaning)}`)
      .join('\n')}`,
    `.SH EXAMPLES\n.nf\n${commands.flatMap(({ examples }) => examples.map(plain)).join('\n')}\n.fi`,
  ].join('\n')}\n`;
}
