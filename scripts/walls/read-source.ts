import { parseSync, Visitor } from 'oxc-parser';

/** An import or re-export as written; `type` when it vanishes at run time. */
export interface Import {
  readonly from: string;
  readonly isType: boolean;
  readonly line: number;
}

/** What the walls look at in one file. */
export interface Source {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Lines of string and template literals that are SQL. */
  readonly sql: readonly number[];
  /** Lines that read `process.env`. */
  readonly environment: readonly number[];
}

/** A statement from its first word on; a sentence that begins with one of these words does not go on like this. */
const sqlText =
  /^\s*(?:select\s[\s\S]*\bfrom\b|select\s+[\w.]+\(|select\s+1$|insert\s+into\s+\S|update\s+\S+\s+(?:as\s+\w+\s+)?set\s|delete\s+from\s+\S|with\s+(?:recursive\s+)?\w+(?:\s*\([^)]*\))?\s+as\s|(?:create|alter|drop)\s+(?:table|index|unique|database|schema|function|trigger|type)\s|truncate\s+\S+$|(?:begin|commit|rollback)$|(?:listen|notify)\s+\w+$)/i;

/** SQL is written in one case, a sentence in two. */
const isSql = (text: string) => sqlText.test(text) && !/^\s*[A-Z][a-z]/.test(text);

/** Parses a TypeScript file. @throws when it is not TypeScript */
export function readSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineOf = lineFinder(text);
  const imports: Import[] = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      from: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
      line: lineOf(start),
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest ? [{ from: entry.moduleRequest.value, isType: entry.isType, line: lineOf(start) }] : [],
      ),
    ),
  ];
  const sql: number[] = [];
  const environment: number[] = [];
  const literal = (from: unknown, isType: boolean, start: number) => {
    if (typeof from === 'string') imports.push({ from, isType, line: lineOf(start) });
  };
  new Visitor({
    ImportExpression: ({ source, start }) => literal('value' in source ? source.value : undefined, false, start),
    TSImportType: ({ source, start }) => literal(source.value, true, start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && isSql(value)) sql.push(lineOf(start));
    },
    TemplateLiteral: ({ quasis, start }) => {
      if (isSql(quasis.map((part) => part.value.cooked ?? '').join('x'))) sql.push(lineOf(start));
    },
    MemberExpression: ({ object, property, start }) => {
      if (object.type === 'Identifier' && object.name === 'process' && nameOf(property) === 'env')
        environment.push(lineOf(start));
    },
    VariableDeclarator: ({ id, init, start }) => {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || init.name !== 'process') return;
      if (id.properties.some((property) => property.type === 'Property' && nameOf(property.key) === 'env'))
        environment.push(lineOf(start));
    },
  }).visit(program);
  return { path, imports, sql, environment };
}

function nameOf(node: { type: string; name?: unknown; value?: unknown }): unknown {
  return node.type === 'Identifier' ? node.name : node.value;
}

function lineFinder(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}
