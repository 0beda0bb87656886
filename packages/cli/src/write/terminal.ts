/**
 * Shows texts on a terminal without control characters. An escape sequence could write to the clipboard or to another
 * line; a control character of direction could reorder a line.
 */
import type { OutputStream } from '../arguments/command-line.ts';

/** Control characters except tabs and line feeds, and those of direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is visible
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Bidi_Control}]/gu;
/** Begin and end of the progress line. */
const RETURN = '\r';
const CLEAR_LINE = '\u001b[K';

/** A control character as a Unicode picture: U+2400 plus its code. Characters after DEL have no picture. */
const picture = (control: string): string => {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
};

function visible(text: string): string {
  const start = text.startsWith(RETURN) ? RETURN : '';
  const end = start !== '' && text.endsWith(CLEAR_LINE) ? CLEAR_LINE : '';
  return start + text.slice(start.length, text.length - end.length).replace(CONTROL, picture) + end;
}

/**
 * If the stream is a terminal, control characters are written as pictures. Files and pipes receive every byte
 * unchanged.
 */
export function withoutControls<S extends OutputStream>(stream: S): S {
  if (stream.isTTY !== true) return stream;
  const write = stream.write.bind(stream) as (text: string, ...rest: unknown[]) => boolean;
  const decoder = new TextDecoder();
  stream.write = (part: string | Uint8Array, ...rest: unknown[]): boolean =>
    write(visible(typeof part === 'string' ? part : decoder.decode(part, { stream: true })), ...rest);
  return stream;
}
