import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import type { Path } from './paths.ts';

export interface Problem {
  readonly file: string;
  /** From 1; 0 if the file could not be read. */
  readonly line: number;
  readonly column: number;
  /** The path of the field, such as `products[0].plans[2].prices[0].amount`; empty for the whole file. */
  readonly field: string;
  /** In English, to follow the field's name: 'should be …', 'is missing: …'. */
  readonly message: string;
}

/** All problems of a catalog file, in the file's order. */
export class CatalogFileError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const inOrder = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
    super(inOrder.map(describeProblem).join('\n'));
    this.name = 'CatalogFileError';
    this.problems = inOrder;
  }
}

/** `catalog.yaml:12:9: products[0].plans[1].amount should be …`; `catalog.yaml cannot be read: …` */
function describeProblem({ file, line, column, field, message }: Problem): string {
  if (line === 0) return `${file} ${message}`;
  return `${file}:${line}:${column}: ${field ? `${field} ` : ''}${message}`;
}

/** The offset of a path in the file: of its value, or of its key if the value is a block. For a missing value, of the nearest block that exists. */
export function findOffset(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = nodeStart(node) ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
      );
      if (!pair) return offset;
      node = pair.value;
      offset = (isScalar(node) || isAlias(node) ? nodeStart(node) : undefined) ?? nodeStart(pair.key) ?? offset;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step];
      offset = nodeStart(node) ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}

/** The offset of the key itself, for an unknown field. */
export function findKeyOffset(document: Document, path: Path): number {
  const parent = document.getIn(path.slice(0, -1), true);
  const map = isAlias(parent) ? parent.resolve(document) : parent;
  const pair = isMap(map)
    ? map.items.find((item) => isScalar(item.key) && String(item.key.value) === String(path.at(-1)))
    : undefined;
  return nodeStart(pair?.key) ?? findOffset(document, path);
}

function nodeStart(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

export function lineAndColumn(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}
