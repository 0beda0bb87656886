/** Options for tests of verdicts by only repetition, as in the papers, with separators for modern pages. */
export const REPETITION = { evidence: 'repetition', separators: 'html5' } as const;

/** The same options for the command. */
export const BY_REPETITION = ['--evidence', 'repetition', '--option', 'separators=html5'] as const;
