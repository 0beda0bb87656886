/**
 * Import cycles and directions of imports, types included; scripts/check-imports.ts runs the check. docs/architecture.md, "Directions",
 * explains the rules.
 */

/** The standard defines these in terms of each other: one processes a token "using the rules for" another. */
const INSERTION_MODES = '^assembly/html/(after|body|construct|foreign|head|table)[.]ts$';

/** Files and built files of workspaces, and their names if a workspace has not been built. */
const workspaces = (names) => [`^packages/(${names})/`, `(^|/)@refrain/(${names})(/|$)`];

/** Everything below assembly/ except these. */
const assemblyBut = (allowed) => ({ path: '^assembly/', pathNot: allowed });

/** The folders of assembly/, each above those that it may import, so that there are no cycles. */
const FOLDERS = [
  'html', 'page', 'site', 'evidence/block', 'evidence/site', 'evidence/model', 'evidence', 'segmenter', 'detect', 'output', 'places',
  'markdown', 'clean',
];
const inFolder = (folder) => `^assembly/${folder}/[^/]+[.]ts$`;
const ENTRIES = '^assembly/(index|bench|html-abi|memory-abi)[.]ts$';

/** The folders of the command, each above those that it may import. */
const COMMAND_FOLDERS = ['commands', 'write', 'judge', 'read', 'arguments', 'files', 'formats'].map((folder) => `^packages/cli/src/${folder}/`);
const COMMAND_ENTRIES = '^packages/cli/src/(main|run-command)[.]ts$';

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true, via: { pathNot: INSERTION_MODES } }),

    // ── assembly/ ──
    forbid('layout-and-memory-import-nothing', { path: '^assembly/(layout|memory)[.]ts$' }, { path: '.' }),
    forbid('tables-of-names-import-nothing', { path: '^assembly/(elements|vocabulary|html/(entities|names))[.]ts$' }, { path: '.' }),
    forbid('classes-import-names', { path: '^assembly/html/classes[.]ts$' }, { pathNot: '^assembly/html/names[.]ts$' }),
    forbid('assembly-imports-assembly', { path: '^assembly/' }, { pathNot: '^assembly/' }),
    ...FOLDERS.map((folder, at) =>
      forbid(`folders-import-folders-below-them: ${folder}`, { path: inFolder(folder) }, { path: [...FOLDERS.slice(at + 1).map(inFolder), ENTRIES] }),
    ),
    forbid('folders-are-listed', { path: '^assembly/.+/', pathNot: FOLDERS.map(inFolder) }, { path: '.' }),
    forbid('html-knows-no-page', { path: '^assembly/html/' }, assemblyBut('^assembly/(html/|layout|memory|region|work)')),
    forbid('site-knows-only-regions-of-the-page', { path: '^assembly/site/' }, assemblyBut('^assembly/(site/|page/(arena|records)|layout|memory|work)')),
    forbid(
      'table-is-known-to-detect',
      { path: '^assembly/', pathNot: '^assembly/(site/|detect/|index[.]ts$)' },
      { path: '^assembly/site/', pathNot: '^assembly/site/(records|layout-records|layout-paths)[.]ts$' },
    ),

    // ── The core, and packages on top of it ──
    forbid('core-knows-no-package', { path: '^bindings/' }, { path: ['^packages/', '(^|/)@refrain/'] }),
    forbid('core-imports-no-tests-and-scripts', { path: '^bindings/' }, { path: '^(assembly|bench|research|scripts|test)/' }),
    forbid('packages-import-refrain-by-name', { path: '^packages/' }, { path: '^(assembly|bindings)/' }),
    forbid('packages-import-no-tests-and-scripts', { path: '^packages/[^/]+/src/' }, { path: '^(bench|research|scripts|test)/' }),
    forbid('rules-imports-refrain-only', { path: '^packages/rules/src/' }, { path: workspaces('cli|crawl|restate|search|viewer') }),
    forbid('applying-rules-imports-nothing', { path: '^packages/rules/src/apply/' }, { pathNot: '^packages/rules/src/apply/' }),
    forbid('crawl-imports-refrain-and-rules', { path: '^packages/crawl/src/' }, { path: workspaces('cli|restate|search|viewer') }),
    forbid('search-imports-refrain-only', { path: '^packages/search/src/' }, { path: workspaces('cli|crawl|restate|rules|viewer') }),
    forbid('restate-imports-crawl', { path: '^packages/restate/src/' }, { path: workspaces('cli|search|viewer') }),
    forbid('cli-imports-crawl-rules-and-viewer', { path: '^packages/cli/src/' }, { path: workspaces('restate|search') }),
    forbid('viewer-imports-refrain-only', { path: '^packages/viewer/' }, { path: workspaces('cli|crawl|restate|rules|search') }),

    // ── The command ──
    ...COMMAND_FOLDERS.map((folder, at) =>
      forbid(`folders-of-the-command-import-folders-below-them: ${folder}`, { path: folder }, { path: [...COMMAND_FOLDERS.slice(0, at), COMMAND_ENTRIES] }),
    ),
    forbid(
      'files-of-the-command-are-in-folders',
      { path: '^packages/cli/src/', pathNot: [...COMMAND_FOLDERS, COMMAND_ENTRIES, '^packages/cli/src/(errors|install|platform|version)[.]ts$'] },
      { path: '.' },
    ),
    forbid('errors-and-version-import-no-folder', { path: '^packages/cli/src/(errors|install|platform|version)[.]ts$' }, { path: '^packages/cli/src/.+/' }),
    forbid(
      'write-knows-only-judged-pages',
      { path: '^packages/cli/src/write/' },
      { path: '^packages/cli/src/judge/', pathNot: '^packages/cli/src/judge/(batch|page-writer)[.]ts$' },
    ),

    // ── Benches, research and scripts ──
    forbid('bench-knows-no-research', { path: '^bench/' }, { path: '^(research|scripts)/' }),
    forbid(
      'bench-imports-only-the-reference-lists-and-files',
      { path: '^bench/' },
      { path: '^test/', pathNot: '^test/(reference/|support/((command-)?outputs|folder|warc)[.]ts$)' },
    ),
    forbid('research-compiles-with-scripts', { path: '^research/', pathNot: '^research/test/' }, { path: '^scripts/', pathNot: '^scripts/compile[.]ts$' }),
    forbid('research-imports-only-the-reference-the-renderer-and-folders', { path: '^research/', pathNot: '^research/test/' }, { path: '^test/', pathNot: '^test/(reference/|support/(render-markdown|folder)[.]ts$)' }),
    forbid('scripts-know-no-bench', { path: '^scripts/' }, { path: '^(bench|research)/' }),

    // ── Tests ──
    forbid(
      'reference-shares-no-code-with-the-product',
      { path: '^test/reference/' },
      { path: ['^(assembly|bindings|dist|packages)/', '^refrain(/|$)', '(^|/)@refrain/'] },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // AssemblyScript names files without their extension.
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.cjs'],
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default'],
    },
  },
};
