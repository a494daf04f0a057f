import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ObjectProperty, parseSync, type StringLiteral, Visitor } from 'oxc-parser';

/**
 * The files that start with catalogs of their own: the application, the two kinds of documents before it, and
 * prerendering.
 */
const entries: Readonly<Record<string, readonly string[]>> = {
  'src/app/main.tsx': ['app'],
  'src/app/sign-in-main.tsx': ['sign-in'],
  'src/onboarding/pages/sign-up/sign-up-page.tsx': ['sign-up'],
  'src/app/prerender.tsx': ['sign-in', 'sign-up'],
};

/** Messages that more catalogs would need belong to `app`, which every page loads. */
const maxCopies = 2;

interface Import {
  readonly file: string;
  /** The catalogs that are loaded with it. */
  readonly catalogs: readonly string[];
}

interface CatalogFiles {
  /** The source files of each catalog by its name. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** The catalogs that are loaded with the file of a page. */
  catalogsOf(page: string): string[];
}

/**
 * Finds the source files of each message catalog by following imports from the entries. A file that every page loads
 * belongs to `app`. Any other file belongs to catalogs that are always loaded with it, as named by `withCatalogs`,
 * `lazyPartWith` and `definePage`.
 * @param root the folder of the web package; the paths are relative to it
 */
export function assignCatalogs(root: string): CatalogFiles {
  const loadedWith = new Map<string, Set<string>>();
  const imports = new Map<string, readonly Import[]>();
  const visit = (file: string, catalogs: readonly string[]) => {
    const loaded = [...new Set(entries[file] ?? catalogs)].sort();
    const known = loadedWith.get(file) ?? new Set();
    loadedWith.set(file, known);
    if (known.has(loaded.join())) return;
    known.add(loaded.join());
    let below = imports.get(file);
    if (!below) {
      below = readImports(root, file);
      imports.set(file, below);
    }
    for (const imported of below) visit(imported.file, [...loaded, ...imported.catalogs]);
  };
  for (const [file, catalogs] of Object.entries(entries)) visit(file, catalogs);

  const loads = [...loadedWith.values()].flatMap((sets) => [...sets]);
  const countLoads = (catalog: string) => loads.filter((set) => set.split(',').includes(catalog)).length;
  const weights = new Map([...new Set(loads.flatMap((set) => set.split(',')))].map((name) => [name, countLoads(name)]));
  const files = new Map<string, string[]>([...weights.keys()].sort().map((name) => [name, []]));
  for (const [file, sets] of [...loadedWith].sort()) {
    const loaded = [...sets].map((set) => set.split(','));
    for (const catalog of chooseCatalogs(loaded, weights)) files.get(catalog)?.push(file);
  }
  return { files, catalogsOf: (file) => [...(loadedWith.get(file) ?? [])][0]?.split(',') ?? [] };
}

/**
 * The fewest catalogs of which at least one is loaded in each case. Of equal choices, the catalog that the fewest
 * files load.
 */
function chooseCatalogs(loaded: readonly (readonly string[])[], weights: ReadonlyMap<string, number>): string[] {
  const chosen: string[] = [];
  for (let left = loaded; left.length > 0; ) {
    if (left.some((set) => set.join() === 'app'))
      return [
        'app',
        ...chooseCatalogs(
          left.filter((set) => !set.includes('app')),
          weights,
        ),
      ];
    const candidates = [...new Set(left.flat())].filter((name) => name !== 'app');
    const covers = (name: string) => left.filter((set) => set.includes(name)).length;
    const best = candidates.sort((a, b) => covers(b) - covers(a) || (weights.get(a) ?? 0) - (weights.get(b) ?? 0))[0];
    if (!best) break;
    chosen.push(best);
    left = left.filter((set) => !set.includes(best));
  }
  const isShared = chosen.length > maxCopies && loaded.every((set) => set.includes('app'));
  return isShared ? ['app'] : chosen;
}

/** The imports of a file that remain at run time. */
function readImports(root: string, file: string): Import[] {
  const { program, module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const found: Import[] = [];
  const add = (from: string, catalogs: readonly string[]) => {
    if (!from.startsWith('.')) return;
    const target = posix.join(posix.dirname(file), from);
    if (/\.tsx?$/.test(target) && existsSync(join(root, target))) found.push({ file: target, catalogs });
  };
  for (const { moduleRequest, entries: names } of module.staticImports) {
    if (names.length === 0 || names.some(({ isType }) => !isType)) add(moduleRequest.value, []);
  }
  for (const { entries: names } of module.staticExports) {
    for (const { moduleRequest, isType } of names) if (moduleRequest && !isType) add(moduleRequest.value, []);
  }
  const around: (readonly string[])[] = [];
  new Visitor({
    CallExpression: (call) => {
      const name = call.callee.type === 'Identifier' ? call.callee.name : '';
      const [first] = call.arguments;
      if (name === 'withCatalogs' || name === 'lazyPartWith') around.push(readNames(first));
      if (name === 'definePage' && first?.type === 'ObjectExpression') {
        const property = first.properties.find(
          (entry): entry is ObjectProperty =>
            entry.type === 'Property' && entry.key.type === 'Identifier' && entry.key.name === 'catalogs',
        );
        around.push(readNames(property?.value));
      }
    },
    'CallExpression:exit': ({ callee }) => {
      if (callee.type === 'Identifier' && /^(?:withCatalogs|lazyPartWith|definePage)$/.test(callee.name)) around.pop();
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal') add((source as StringLiteral).value, around.flat());
    },
  }).visit(program);
  return found;
}

/** The texts of an array literal. */
function readNames(node: { type: string } | null | undefined): string[] {
  if (node?.type !== 'ArrayExpression') return [];
  return (node as unknown as { elements: { value: unknown }[] }).elements.map(({ value }) => String(value));
}
