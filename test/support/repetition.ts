/** Options for verdicts by repetition only, as in the papers, with separators for modern pages. */
export const REPETITION = { evidence: 'repetition', separators: 'html5' } as const;

export const BY_REPETITION = ['--evidence', 'repetition', '--option', 'separators=html5'] as const;
