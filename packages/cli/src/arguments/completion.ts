/** Completions of shells, made of the tables of flags. */
import type { CommandHelp } from './command.ts';
import { type Flag, type Flags, flagOf } from './flags.ts';

/** A command as shells complete it. */
type Completed = Pick<CommandHelp, 'name' | 'summary'> & { readonly allFlags: Flags };

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Flags by name, those of all commands: a name has the same words everywhere, or some of them. */
const withWords = (commands: readonly Completed[]): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const [name, { words = [] }] of commands.flatMap(({ allFlags }) => Object.entries(allFlags))) {
    const known = found.get(flagOf(name)) ?? new Set();
    for (const word of words) known.add(word);
    if (known.size > 0) found.set(flagOf(name), known);
  }
  return found;
};

const namesOf = (commands: readonly Completed[]): string[] =>
  commands.map(({ name }) => name).filter((name) => name !== '');

/** The cases by the first word. The command without a name is the last one, for any other word. */
function casesOf(commands: readonly Completed[], write: (pattern: string, flags: Flags) => string): string {
  const [other, ...named] = commands.map(({ name, allFlags }) => write(name || '*', allFlags));
  return [...named, other].join('\n');
}

function bash(commands: readonly Completed[]): string {
  const values = [...withWords(commands)].map(
    ([flag, words]) => `    --${flag}) words=${quoted([...words].join(' '))} ;;`,
  );
  const flagsOf = (flags: Flags): string =>
    Object.keys(flags)
      .map((name) => `--${flagOf(name)}`)
      .join(' ');
  return `_refrain() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  case \${COMP_WORDS[COMP_CWORD - 1]} in
${values.join('\n')}
  esac
  if [[ -z $words && $current == -* ]]; then
    case \${COMP_WORDS[1]} in
${casesOf(commands, (pattern, flags) => `      ${pattern}) words=${quoted(flagsOf(flags))} ;;`)}
    esac
  elif [[ -z $words && $COMP_CWORD -eq 1 ]]; then
    words=${quoted(namesOf(commands).join(' '))}
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -o plusdirs -F _refrain refrain
`;
}

function zsh(commands: readonly Completed[]): string {
  const plain = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
  const specOf = (name: string, { value, words, meaning }: Flag): string => {
    const values = words === undefined ? '_files' : `(${words.join(' ')})`;
    return quoted(`*--${flagOf(name)}[${plain(meaning)}]${value === undefined ? '' : `:${plain(value)}:${values}`}`);
  };
  const caseOf = (pattern: string, flags: Flags): string => {
    const specs = Object.entries(flags).map(([flag, of]) => `      ${specOf(flag, of)} \\`);
    return `  ${pattern})\n    _arguments \\\n${specs.join('\n')}\n      '*:input:_files' ;;`;
  };
  const names = commands
    .filter(({ name }) => name !== '')
    .map(({ name, summary }) => quoted(`${name}:${plain(summary)}`));
  return `#compdef refrain
local -a commands=(${names.join(' ')})
if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; fi
case $words[2] in
${casesOf(commands, caseOf)}
esac
`;
}

function fish(commands: readonly Completed[]): string {
  const none = `not __fish_seen_subcommand_from ${namesOf(commands).join(' ')}`;
  const lines = commands.flatMap(({ name, summary, allFlags }) => {
    const when = quoted(name === '' ? none : `__fish_seen_subcommand_from ${name}`);
    const flags = Object.entries(allFlags).map(([flag, { value, short, words, meaning }]) => {
      const values = words === undefined ? ' -r' : ` -x -a ${quoted(words.join(' '))}`;
      const spelled = `-l ${flagOf(flag)}${short === undefined ? '' : ` -s ${short}`}${value === undefined ? '' : values}`;
      return `complete -c refrain -n ${when} ${spelled} -d ${quoted(meaning)}`;
    });
    if (name === '') return flags;
    return [`complete -c refrain -n ${quoted(none)} -a ${name} -d ${quoted(summary)}`, ...flags];
  });
  return `${lines.join('\n')}\n`;
}

export const COMPLETIONS = { bash, zsh, fish } as const;
