/** The parser with exports for its tests. */
export * from './index';
export * from './tokens';
