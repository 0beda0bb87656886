/** Options for tests of what repetition decides by itself, as the papers have it, on pages of today. */
export const REPETITION = { evidence: 'repetition', separators: 'html5' } as const;

/** The same for the command. */
export const BY_REPETITION = ['--evidence', 'repetition', '--separators', 'html5'] as const;
