/** The import graph of source files, and its cycles. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** For each file the files that it imports; paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** TypeScript files below a folder, without installed packages and build output. */
function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|build)$/.test(entry.name) ? [] : sourceFiles(path);
    return /(?<!\.d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** The file that a relative import names. AssemblyScript leaves the ending out. */
function resolve(from: string, specifier: string): string | undefined {
  const path = join(dirname(from), specifier);
  return [path, `${path}.ts`, join(path, 'index.ts')].find(isFile);
}

/** Relative imports of all kinds, types included; imports of packages by name are left out. */
export function readImports(folders: readonly string[]): ImportGraph {
  const files = folders.flatMap(sourceFiles);
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
      const relative = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
      return [file, relative.flatMap((name) => resolve(file, name) ?? [])];
    }),
  );
}

/** Groups of files that import each other, directly or through others: the strongly connected components (Tarjan, 1972). */
export function cyclesOf(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    const number = numbers.size;
    numbers.set(file, number);
    lowest.set(file, number);
    stack.push(file);
    for (const imported of graph.get(file) ?? []) {
      const isOpen = !numbers.has(imported) || stack.includes(imported);
      if (isOpen) lowest.set(file, Math.min(lowest.get(file) ?? 0, numbers.get(imported) ?? visit(imported)));
    }
    if (lowest.get(file) === number) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1 || graph.get(file)?.includes(file)) cycles.push(component.sort());
    }
    return lowest.get(file) ?? number;
  };
  for (const file of graph.keys()) if (!numbers.has(file)) visit(file);
  return cycles;
}
