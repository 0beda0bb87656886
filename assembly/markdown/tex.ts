/** Writes characters of a formula as TeX commands. They are collected in scratch, because delimiters depend on all of them. */
import { bytesOfCode, codeAt } from './characters';
import { isLetter } from '../html/scan';
import { writeCodePoint } from '../html/utf8';
import { reserveScratch, scratch } from '../page/arena';

/** The TeX that was written last. */
export namespace Tex {
  export let start: usize = 0;
  export let to: usize = 0;
}

/** Maximum bytes written between two checks for space. */
const SLACK: usize = 64;

let limit: usize = 0;
/** End of the last command: a letter after it needs a space. */
let commandEnd: usize = 0;

/** Characters outside ASCII, and the commands for them. */
const COMMANDS: StaticArray<string> = [
  'αalpha βbeta γgamma δdelta εvarepsilon ϵepsilon ζzeta ηeta θtheta κkappa λlambda μmu νnu ξxi πpi ρrho σsigma τtau ',
  'φvarphi ϕphi χchi ψpsi ωomega ΓGamma ΔDelta ΘTheta ΛLambda ΠPi ΣSigma ΦPhi ΨPsi ΩOmega ℝmathbb{R} ℏhbar ′prime ‖| ',
  '∑sum ∏prod ∫int ∮oint ⋃bigcup ⋂bigcap ∂partial ∇nabla ∞infty ±pm ×times ÷div ⋅cdot ·cdot ∘circ ≤le ≥ge ≠ne ≈approx ≡equiv ',
  '∼sim ∝propto →to ←leftarrow ↔leftrightarrow ⇒Rightarrow ↦mapsto ∈in ∉notin ⊂subset ⊆subseteq ∪cup ∩cap ∅emptyset ∀forall ',
  '∃exists ¬neg ∧wedge ∨vee ⊕oplus ⊗otimes ⟨langle ⟩rangle ⌊lfloor ⌋rfloor ⌈lceil ⌉rceil …ldots ⋯cdots ',
];
/** ASCII characters with a special meaning in TeX. */
const ASCII = '{{ }} %% ## && $$ __ \\backslash ^wedge ~sim ';
/** Characters above or below an expression. */
export const ACCENTS =
  '^hat ˆhat ~tilde ˜tilde ¯overline ‾overline ―overline ˉbar →vec ˙dot ¨ddot ⏞overbrace ⏟underbrace _underline ';
/** Begins TeX of up to `bytes` bytes; false if memory is unavailable. */
export function beginTex(bytes: usize): bool {
  if (!reserveScratch(bytes + SLACK * 2)) return false;
  Tex.start = scratch;
  Tex.to = scratch;
  limit = scratch + bytes;
  commandEnd = 0;
  return true;
}

/** True if the space is used up. */
export function isFull(): bool {
  return Tex.to > limit;
}

export function putByte(byte: u32): void {
  if (Tex.to == commandEnd && isLetter(byte)) store<u8>(Tex.to++, 0x20);
  store<u8>(Tex.to++, byte);
}

export function putTex(text: string): void {
  for (let index = 0; index < text.length; index++) putByte(text.charCodeAt(index));
}

/** Writes a word of ASCII as a command. */
export function putCommand(at: usize, end: usize): void {
  store<u8>(Tex.to++, 0x5c);
  while (at < end) store<u8>(Tex.to++, load<u8>(at++));
  commandEnd = Tex.to;
}

/** Writes the command at `name`, which a space ends. */
export function putName(name: usize): void {
  store<u8>(Tex.to++, 0x5c);
  let byte: u32 = 0;
  for (; load<u16>(name) != 0x20; name += 2) store<u8>(Tex.to++, (byte = load<u16>(name)));
  if (isLetter(byte)) commandEnd = Tex.to;
}

/** The command for a character in a list, or 0. */
export function commandIn(list: string, code: u32): usize {
  let at = changetype<usize>(list);
  const end = at + ((<usize>list.length) << 1);
  while (at < end) {
    if (load<u16>(at) == code) return at + 2;
    while (load<u16>(at) != 0x20) at += 2;
    at += 2;
  }
  return 0;
}

function commandOf(code: u32): usize {
  if (code < 0x80) return commandIn(ASCII, code);
  for (let index = 0; index < COMMANDS.length; index++) {
    const command = commandIn(unchecked(COMMANDS[index]), code);
    if (command) return command;
  }
  return 0;
}

/** Writes a character, or the command for it. Invisible operators are omitted. */
export function putCode(code: u32): void {
  if (code - 0x2061 < 4 || code == 0x200b || code == 0xfe0e) return;
  if (code == 0x2212) code = 0x2d;
  // Italic letters of formulas become ASCII letters.
  if (code - 0x1d434 < 52) code += code < 0x1d44e ? 0x41 - 0x1d434 : 0x61 - 0x1d44e;
  const command = commandOf(code);
  if (command) putName(command);
  else if (code < 0x80) putByte(code);
  else Tex.to = writeCodePoint(Tex.to, code);
}

/** Writes the characters from `at` to `end`, without white space. */
export function putSymbols(at: usize, end: usize): void {
  while (at < end && !isFull()) {
    const code = codeAt(at);
    at += bytesOfCode(code);
    if (code > 0x20 && code != 0xa0) putCode(code);
  }
}

/** Writes text, with the special characters of TeX escaped. */
export function putWords(at: usize, end: usize): void {
  while (at < end && !isFull()) {
    const code = codeAt(at);
    at += bytesOfCode(code);
    if (code < 0x80 && commandIn(ASCII, code)) putName(commandIn(ASCII, code));
    else if (code <= 0x20 || code == 0xa0) putByte(0x20);
    else if (code < 0x80) putByte(code);
    else Tex.to = writeCodePoint(Tex.to, code);
  }
}

/** Copies TeX; false if memory is unavailable. */
export function copyTex(start: usize, end: usize): bool {
  if (!beginTex(end - start)) return false;
  memory.copy(Tex.to, start, end - start);
  Tex.to += end - start;
  return true;
}

// Signs of TeX: attributes, and texts between delimiters, often contain something else.

/** Words, or nothing. */
export const NO_TEX: u32 = 0;
/** A letter, or operators without words: TeX if a formula is expected. */
export const WORDLESS: u32 = 1;
/** A command, or a sub- or superscript without words. */
export const SIGNS: u32 = 2;

/** Minimum letters of a word. */
const WORD_LETTERS = 3;

/** The signs of TeX in the text from `at` to `end`. */
export function signsOf(at: usize, end: usize): u32 {
  let letters = 0;
  let signs: u32 = WORDLESS;
  let seen: u32 = 0;
  let hasWord = false;
  let hasOperator = false;
  for (; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (isLetter(byte)) {
      seen++;
      hasWord = hasWord || ++letters == WORD_LETTERS;
      continue;
    }
    letters = 0;
    if (byte == 0x5c && at + 1 < end && isLetter(load<u8>(at, 1))) return SIGNS;
    if (byte == 0x5e || byte == 0x5f) signs = SIGNS;
    hasOperator = hasOperator || byte == 0x3d || byte == 0x2b;
  }
  if (hasWord || !seen) return NO_TEX;
  return signs == SIGNS || hasOperator || seen == 1 ? signs : NO_TEX;
}
