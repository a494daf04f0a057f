import { type EcmaScriptModule, parseSync, Visitor } from 'oxc-parser';

/** An import or re-export as written; `type` when it vanishes at run time. */
export interface Import {
  readonly from: string;
  readonly isType: boolean;
  readonly line: number;
}

/** A name with the line where it stands. */
export interface Named {
  readonly name: string;
  readonly line: number;
}

/** What the walls look at in one file. */
export interface Source {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Lines of string and template literals that are SQL. */
  readonly sql: readonly number[];
  /** Lines that read `process.env`, or bring the process in under another name. */
  readonly environment: readonly number[];
  /** Lines in which a test replaces a module (`vi.mock`, `vi.doMock`). */
  readonly replaced: readonly number[];
  /** The nouns that the file declares in an object `contract`; undefined where it declares none. */
  readonly declaredNouns: readonly string[] | undefined;
  /** What the file takes from the contract: `contract.x`, `const { x } = contract`, and imports of `x` itself. */
  readonly contractNames: readonly Named[];
  /** The first word of each query key that is written out; '' where it is no word. */
  readonly queryKeys: readonly Named[];
}

/** A statement from its first word on, behind comments and brackets; a sentence that begins with one of these words does not go on like this. */
const sqlText =
  /^(?:[\s(]|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:select\s[\s\S]*\bfrom\b|select\s+[\w.]+\(|select\s+1$|insert\s+into\s+\S|update\s+\S+\s+(?:as\s+\w+\s+)?set\s|delete\s+from\s+\S|with\s+(?:recursive\s+)?\w+(?:\s*\([^)]*\))?\s+as\s|(?:create|alter|drop)\s+(?:table|index|unique|database|schema|function|trigger|type)\s|truncate\s+\S+$|(?:begin|commit|rollback)$|(?:listen|notify)\s+\w+$|lock\s+table\s|set\s+(?:local|session)\s|call\s+[\w.]+\()/i;

const column = String.raw`[\w.*"]+(?:\([^)]*\))?(?:\s+as\s+\w+)?`;

/** A statement that begins like a sentence, with a capital alone: it must go on as no sentence does. */
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

const isSql = (text: string) => (/^\s*[A-Z][a-z]/.test(text) ? capitalizedSql : sqlText).test(text);

function staticImportsOf(module: EcmaScriptModule, lineOf: (offset: number) => number): Import[] {
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

/** Parses a TypeScript file. @throws when it is not TypeScript */
export function readSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineOf = lineFinder(text);
  const imports = staticImportsOf(module, lineOf);
  const sql: number[] = [];
  const environment: number[] = [];
  const replaced: number[] = [];
  let declaredNouns: string[] | undefined;
  const contractNames: Named[] = module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === '@portico/contract')
    .flatMap(({ entries, start }) =>
      entries.flatMap(({ importName }) => (importName.name ? [{ name: importName.name, line: lineOf(start) }] : [])),
    );
  const queryKeys: Named[] = [];
  const queryKey = (value: unknown, start: number) => {
    const name = firstWordOf(value);
    if (name !== undefined) queryKeys.push({ name, line: lineOf(start) });
  };
  const literal = (from: unknown, isType: boolean, start: number) => {
    if (typeof from === 'string') imports.push({ from, isType, line: lineOf(start) });
  };
  new Visitor({
    ImportExpression: ({ source, start }) => literal(textOf(source), false, start),
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type === 'Identifier' && callee.name === 'require' && first) literal(textOf(first), false, start);
      if (callee.type !== 'MemberExpression' || !/^vi(?:test)?$/.test(String(nameOf(callee.object)))) return;
      if (/^(?:mock|doMock)$/.test(String(nameOf(callee.property)))) replaced.push(lineOf(start));
    },
    TSImportEqualsDeclaration: ({ moduleReference, importKind, start }) => {
      if (moduleReference.type === 'TSExternalModuleReference')
        literal(moduleReference.expression.value, importKind === 'type', start);
    },
    TSImportType: ({ source, start }) => literal(source.value, true, start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && isSql(value)) sql.push(lineOf(start));
    },
    TemplateLiteral: ({ quasis, start }) => {
      if (isSql(quasis.map((part) => part.value.cooked ?? '').join('x'))) sql.push(lineOf(start));
    },
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
      if (nameOf(key) === 'queryKey') queryKey(value, start);
    },
    VariableDeclarator: ({ id, init, start }) => {
      if (id.type === 'Identifier' && /^key$|Key$/.test(id.name)) queryKey(init, start);
      if (id.type === 'Identifier' && id.name === 'contract') declaredNouns = keysOf(init);
      if (id.type === 'ObjectPattern' && init?.type === 'Identifier' && init.name === 'contract')
        contractNames.push(...(keysOf(id) ?? []).map((name) => ({ name, line: lineOf(start) })));
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || init.name !== 'process') return;
      if (id.properties.some((property) => property.type === 'Property' && nameOf(property.key) === 'env'))
        environment.push(lineOf(start));
    },
  }).visit(program);
  // The module goes by any name that it is given.
  for (const { from, line } of imports) if (/^(?:node:)?process$/.test(from)) environment.push(line);
  return { path, imports, sql, environment, replaced, declaredNouns, contractNames, queryKeys };
}

function nameOf(node: { type: string; name?: unknown; value?: unknown }): unknown {
  return node.type === 'Identifier' ? node.name : node.value;
}

interface Node {
  readonly type: string;
}

/** What stands inside of `as const`. */
function withoutAssertion(node: Node): Node {
  return node.type === 'TSAsExpression' ? withoutAssertion((node as Node & { expression: Node }).expression) : node;
}

/** Names of an object's properties; undefined for what is no object. */
function keysOf(node: unknown): string[] | undefined {
  const object = node ? withoutAssertion(node as Node) : undefined;
  if (object?.type !== 'ObjectExpression' && object?.type !== 'ObjectPattern') return undefined;
  const { properties } = object as Node & { properties: (Node & { key: { type: string; name?: unknown } })[] };
  return properties.filter(({ type }) => type === 'Property').map(({ key }) => String(nameOf(key)));
}

/** The first word of a key; '' where it is none. Undefined for what is no array, and for one that begins with another key. */
function firstWordOf(node: unknown): string | undefined {
  const array = node ? withoutAssertion(node as Node) : undefined;
  if (array?.type !== 'ArrayExpression') return undefined;
  const [first] = (array as Node & { elements: (Node & { value?: unknown; argument?: { name?: unknown } })[] })
    .elements;
  if (first?.type === 'SpreadElement' && /^key$|Key$/.test(String(first.argument?.name))) return undefined;
  return first?.type === 'Literal' && typeof first.value === 'string' ? first.value : '';
}

/** Of a literal, also of a template without anything in between. */
function textOf(node: { type: string; value?: unknown; quasis?: { value: { cooked: string | null } }[] }): unknown {
  return node.type === 'TemplateLiteral' && node.quasis?.length === 1 ? node.quasis[0]?.value.cooked : node.value;
}

function lineFinder(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}
