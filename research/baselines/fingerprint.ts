import { hash } from 'node:crypto';

/** A fingerprint of 64 bits for the baselines, which do not depend on the hash function. */
export const fingerprint = (text: string): bigint => hash('sha1', text, 'buffer').readBigUInt64LE();
