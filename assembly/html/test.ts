/** The parser with what only its tests need. */
export * from './index';
export * from './tokens';
