/** Node's checks of bytes, which use vectors. */
export { isAscii, isUtf8 } from 'node:buffer';
