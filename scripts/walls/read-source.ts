import { type EcmaScriptModule, parseSync, Visitor, type VisitorObject } from 'oxc-parser';

/** An import or re-export as written; `type` if it is erased at run time. */
export interface Import {
  readonly from: string;
  readonly isType: boolean;
  readonly line: number;
}

/** A name with its line. */
export interface Named {
  readonly name: string;
  readonly line: number;
}

/** The content of a file that the walls check. */
export interface Source {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Lines of string and template literals that are SQL. */
  readonly sql: readonly number[];
  /** Names after `from`, `join`, `into` or `update` in a string or template literal: tables, if the literal is SQL. */
  readonly tables: readonly { readonly name: string; readonly line: number }[];
  /** Lines that read `process.env`, or import the process under another name. */
  readonly environment: readonly number[];
  /** Lines in which a test mocks a module (`vi.mock`, `vi.doMock`). */
  readonly replaced: readonly number[];
  /** The nouns in the file's `contract` object; undefined without one. */
  readonly declaredNouns: readonly string[] | undefined;
  /** Names of the contract that the file uses: `contract.x`, `const { x } = contract`, and imports of `x` itself. */
  readonly contractNames: readonly Named[];
  /** The first word of each literal query key; '' if it is not a word. */
  readonly queryKeys: readonly Named[];
}

/**
 * Matches a statement from its first word, after comments and brackets. The continuation distinguishes it from a
 * sentence that begins with the same word.
 */
const sqlText =
  /^(?:[\s(]|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:select\s[\s\S]*\bfrom\b|select\s+[\w.]+\(|select\s+1$|insert\s+into\s+\S|update\s+\S+\s+(?:as\s+\w+\s+)?set\s|delete\s+from\s+\S|with\s+(?:recursive\s+)?\w+(?:\s*\([^)]*\))?\s+as\s|(?:create|alter|drop)\s+(?:table|index|unique|database|schema|function|trigger|type)\s|truncate\s+\S+$|(?:begin|commit|rollback)$|(?:listen|notify)\s+\w+$|lock\s+table\s|set\s+(?:local|session)\s|call\s+[\w.]+\()/i;

const column = String.raw`[\w.*"]+(?:\([^)]*\))?(?:\s+as\s+\w+)?`;

/** Matches a capitalized statement, whose continuation must differ from any sentence. */
const capitalizedSql = new RegExp(
  [
    String.raw`select\s+(?:distinct\s+)?${column}(?:\s*,\s*${column})*\s+from\s+\S`,
    String.raw`select\s+\w+\((?:\)|\*|\$\d)`,
    String.raw`insert\s+into\s+\S+\s*(?:\(|values\b|select\b|default\b)`,
    String.raw`update\s+\S+\s+(?:as\s+\w+\s+)?set\s+[\w."]+\s*=`,
    String.raw`delete\s+from\s+\w+(?:$|\s+(?:as\s+\w+\s+)?(?:where|using|returning)\b)`,
    String.raw`with\s+(?:recursive\s+)?\w+(?:\s*\([^)]*\))?\s+as\s*\(`,
    String.raw`(?:create|alter|drop)\s+table\s`,
  ]
    .map((statement) => String.raw`^\s*${statement}`)
    .join('|'),
  'i',
);

/** Keywords before the name of a table. */
const tableNames = /\b(?:from|join|into|update)\s+([a-z_]+)\b/gi;

const isSql = (text: string) => (/^\s*[A-Z][a-z]/.test(text) ? capitalizedSql : sqlText).test(text);

type Findings = {
  -readonly [Name in keyof Omit<Source, 'path'>]: Source[Name] extends readonly (infer Item)[] ? Item[] : Source[Name];
};
type LineOf = (offset: number) => number;

/** Parses a TypeScript file. @throws if it is not TypeScript */
export function readSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineOf = lineFinder(text);
  const found: Findings = {
    imports: staticImportsOf(module, lineOf),
    sql: [],
    tables: [],
    environment: [],
    replaced: [],
    declaredNouns: undefined,
    contractNames: contractImportsOf(module, lineOf),
    queryKeys: [],
  };
  new Visitor({
    ...importVisitor(found, lineOf),
    ...textVisitor(found, lineOf),
    ...nameVisitor(found, lineOf),
  }).visit(program);
  // An import may give the module any name.
  for (const { from, line } of found.imports) if (/^(?:node:)?process$/.test(from)) found.environment.push(line);
  return { path, ...found };
}

/** Dynamic imports, and mocked modules. */
function importVisitor({ imports, replaced }: Findings, lineOf: LineOf): VisitorObject {
  const add = (from: unknown, isType: boolean, start: number) => {
    if (typeof from === 'string') imports.push({ from, isType, line: lineOf(start) });
  };
  return {
    ImportExpression: ({ source, start }) => add(textOf(source), false, start),
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type === 'Identifier' && callee.name === 'require' && first) add(textOf(first), false, start);
      if (callee.type !== 'MemberExpression' || !/^vi(?:test)?$/.test(String(nameOf(callee.object)))) return;
      if (/^(?:mock|doMock)$/.test(String(nameOf(callee.property)))) replaced.push(lineOf(start));
    },
    TSImportEqualsDeclaration: ({ moduleReference, importKind, start }) => {
      if (moduleReference.type === 'TSExternalModuleReference')
        add(moduleReference.expression.value, importKind === 'type', start);
    },
    TSImportType: ({ source, start }) => add(source.value, true, start),
  };
}

/** SQL in string and template literals, and the tables in it. */
function textVisitor({ sql, tables }: Findings, lineOf: LineOf): VisitorObject {
  const readTables = (text: string, start: number) => {
    for (const [, name] of text.matchAll(tableNames)) tables.push({ name: name as string, line: lineOf(start) });
  };
  return {
    Literal: ({ value, start }) => {
      if (typeof value !== 'string') return;
      readTables(value, start);
      if (isSql(value)) sql.push(lineOf(start));
    },
    TemplateLiteral: ({ quasis, start }) => {
      for (const part of quasis) readTables(part.value.cooked ?? '', start);
      if (isSql(quasis.map((part) => part.value.cooked ?? '').join('x'))) sql.push(lineOf(start));
    },
  };
}

/** The environment, names of the contract, and query keys. */
function nameVisitor(found: Findings, lineOf: LineOf): VisitorObject {
  const { environment, contractNames } = found;
  const addQueryKey = (value: unknown, start: number) => {
    const name = firstWordOf(value);
    if (name !== undefined) found.queryKeys.push({ name, line: lineOf(start) });
  };
  return {
    MemberExpression: ({ object, property, start }) => {
      const isProcess = nameOf(object.type === 'MemberExpression' ? object.property : object) === 'process';
      if (isProcess && nameOf(property) === 'env') environment.push(lineOf(start));
      if (object.type === 'Identifier' && object.name === 'contract')
        contractNames.push({ name: String(nameOf(property)), line: lineOf(start) });
    },
    TSQualifiedName: ({ left, right, start }) => {
      if (left.type === 'Identifier' && left.name === 'contract')
        contractNames.push({ name: right.name, line: lineOf(start) });
    },
    Property: ({ key, value, start }) => {
      if (nameOf(key) === 'queryKey') addQueryKey(value, start);
    },
    VariableDeclarator: ({ id, init, start }) => {
      if (id.type === 'Identifier' && /^key$|Key$/.test(id.name)) addQueryKey(init, start);
      if (id.type === 'Identifier' && id.name === 'contract') found.declaredNouns = keysOf(init);
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier') return;
      if (init.name === 'contract')
        contractNames.push(...(keysOf(id) ?? []).map((name) => ({ name, line: lineOf(start) })));
      if (init.name === 'process' && keysOf(id)?.includes('env')) environment.push(lineOf(start));
    },
  };
}

/** Names that are imported individually from the contract. */
function contractImportsOf(module: EcmaScriptModule, lineOf: LineOf): Named[] {
  return module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === '@portico/contract')
    .flatMap(({ entries, start }) =>
      entries.flatMap(({ importName }) => (importName.name ? [{ name: importName.name, line: lineOf(start) }] : [])),
    );
}

function staticImportsOf(module: EcmaScriptModule, lineOf: LineOf): Import[] {
  return [
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
}

function nameOf(node: { type: string; name?: unknown; value?: unknown }): unknown {
  return node.type === 'Identifier' ? node.name : node.value;
}

interface Node {
  readonly type: string;
}

/** The expression inside `as const`. */
function withoutAssertion(node: Node): Node {
  return node.type === 'TSAsExpression' ? withoutAssertion((node as Node & { expression: Node }).expression) : node;
}

/** Names of an object's properties; undefined if it is not an object. */
function keysOf(node: unknown): string[] | undefined {
  const object = node ? withoutAssertion(node as Node) : undefined;
  if (object?.type !== 'ObjectExpression' && object?.type !== 'ObjectPattern') return undefined;
  const { properties } = object as Node & { properties: (Node & { key: { type: string; name?: unknown } })[] };
  return properties.filter(({ type }) => type === 'Property').map(({ key }) => String(nameOf(key)));
}

/**
 * The first word of a key; '' if it is not a word. Undefined if the node is not an array, or begins with another key.
 */
function firstWordOf(node: unknown): string | undefined {
  const array = node ? withoutAssertion(node as Node) : undefined;
  if (array?.type !== 'ArrayExpression') return undefined;
  const [first] = (array as Node & { elements: (Node & { value?: unknown; argument?: { name?: unknown } })[] })
    .elements;
  if (first?.type === 'SpreadElement' && /^key$|Key$/.test(String(first.argument?.name))) return undefined;
  return first?.type === 'Literal' && typeof first.value === 'string' ? first.value : '';
}

/** The text of a literal, or of a template without expressions. */
function textOf(node: { type: string; value?: unknown; quasis?: { value: { cooked: string | null } }[] }): unknown {
  return node.type === 'TemplateLiteral' && node.quasis?.length === 1 ? node.quasis[0]?.value.cooked : node.value;
}

function lineFinder(text: string): LineOf {
  return (offset) => text.slice(0, offset).split('\n').length;
}
