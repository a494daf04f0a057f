import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { domainLevels, domainOf, nounOf } from './walls/places.ts';
import { readSource } from './walls/read-source.ts';
import { resolve } from './walls/resolve-import.ts';
import { listSources } from './walls.ts';

/** The limits that the test command enforces. */
export const limits = { levels: 6, arrows: 40, ports: 5, circles: 0, longFunctions: 0 };

const isTest = (path: string) => /\.test(?:-support)?\.tsx?$|^e2e\/|\/(?:test|bench)\//.test(path);
const isGenerated = (path: string) => /\.gen\.|\.d\.ts$/.test(path);
const shortFile = 30;
const longFunction = 60;

export interface Structure {
  readonly levels: number;
  /** Imports from one domain of the server to another, each pair once: `billing → accounts`. */
  readonly arrows: readonly string[];
  /** Interfaces in `server/src/<domain>/ports.ts`: what a domain needs from a domain above it. */
  readonly ports: readonly string[];
  /** Nouns of a domain that import each other in a circle, type imports included. Biome refuses circles between files. */
  readonly circles: readonly string[];
  /** The number of files of each noun of the server and the web, without tests. */
  readonly filesByNoun: ReadonlyMap<string, number>;
  readonly shortFiles: readonly string[];
  readonly longFunctions: readonly string[];
}

/** Reads the structure of the checkout at `root`, tests left out. */
export function readStructure(root: string): Structure {
  const texts = new Map(
    listSources(root)
      .filter((path) => !isTest(path) && !isGenerated(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const known = new Set(texts.keys());
  const arrows = new Set<string>();
  const nouns = new Map<string, Set<string>>();
  const filesByNoun = new Map<string, number>();
  for (const [path, text] of texts) {
    const from = nounName(path);
    if (from) filesByNoun.set(from, (filesByNoun.get(from) ?? 0) + 1);
    if (!path.startsWith('server/src/')) continue;
    for (const imported of readSource(path, text).imports) {
      const { file } = resolve(path, imported, known);
      const [domain, other] = [domainOf(path), domainOf(file)];
      if (!domain || !other || !file) continue;
      if (domain !== other) arrows.add(`${domain} → ${other}`);
      const to = nounName(file);
      if (from && to && from !== to) nouns.set(from, (nouns.get(from) ?? new Set()).add(to));
    }
  }
  return {
    levels: new Set(Object.values(domainLevels)).size + 1,
    arrows: [...arrows].sort(),
    ports: [...texts].filter(([path]) => /^server\/src\/\w+\/ports\.ts$/.test(path)).flatMap(portsOf),
    circles: circlesAmong(nouns),
    filesByNoun,
    shortFiles: [...texts].filter(([, text]) => text.trimEnd().split('\n').length < shortFile).map(([path]) => path),
    longFunctions: [...texts].flatMap(([path, text]) => longFunctionsOf(path, text)),
  };
}

/** `server billing/cards`; undefined for a file that belongs to no noun. */
function nounName(path: string): string | undefined {
  const [layer] = path.split('/');
  const noun = nounOf(path);
  return noun && layer !== 'contract' ? `${layer} ${domainOf(path)}/${noun}` : undefined;
}

const portsOf = ([path, text]: [string, string]) =>
  [...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => `${domainOf(path)}: ${name}`);

/** The strongly connected parts of a graph that have more than one node, by Tarjan's algorithm. */
function circlesAmong(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[] = [];
  const visit = (node: string): number => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) low.set(node, Math.min(low.get(node) ?? 0, visit(next)));
      else if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0));
    }
    if (low.get(node) === index.get(node)) {
      const part = stack.splice(stack.indexOf(node));
      if (part.length > 1) circles.push(part.join(', '));
    }
    return low.get(node) ?? 0;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

function longFunctionsOf(path: string, text: string): string[] {
  const found: string[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const measure = ({ start, end }: { start: number; end: number }) => {
    const lines = text
      .slice(start, end)
      .split('\n')
      .filter((line) => line.trim() !== '').length;
    if (lines > longFunction) found.push(`${path}:${lineOf(start)} (${lines})`);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program);
  return found;
}

if (import.meta.main) {
  const { filesByNoun, ...structure } = readStructure(join(import.meta.dirname, '..'));
  const list = (name: string, items: readonly string[]) =>
    console.log(`\n${name}: ${items.length}\n${items.map((item) => `  ${item}`).join('\n')}`);
  console.log(`levels: ${structure.levels}`);
  for (const [name, level] of Object.entries(domainLevels)) console.log(`  ${level}  ${name}`);
  list('arrows between domains', structure.arrows);
  list('ports', structure.ports);
  list('circles of nouns', structure.circles);
  list(
    'files of each noun',
    [...filesByNoun].sort((a, b) => b[1] - a[1]).map(([noun, files]) => `${files}  ${noun}`),
  );
  list(`files under ${shortFile} lines`, structure.shortFiles);
  list(`functions over ${longFunction} lines`, structure.longFunctions);
}
