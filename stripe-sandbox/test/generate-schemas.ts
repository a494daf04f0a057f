/**
 * Generates the schemas of the tests from the types of the `stripe` package:
 * `node stripe-sandbox/test/generate-schemas.ts` writes `api-objects.gen.json` beside this file.
 *
 * - JSON Schemas of the API's objects, without additional properties and without types that the sandbox lacks.
 * - Every call of the SDK for these objects, with the schema of its answer and the names of its parameters.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-5';

type Schema = Record<string, unknown>;

/** The API's `object` names and the SDK's type of each. */
const ROOTS: Record<string, string> = {
  balance_transaction: 'BalanceTransactions:BalanceTransaction',
  charge: 'Charges:Charge',
  coupon: 'Coupons:Coupon',
  credit_note: 'CreditNotes:CreditNote',
  credit_note_line_item: 'CreditNoteLineItems:CreditNoteLineItem',
  customer: 'Customers:Customer',
  customer_balance_transaction: 'CustomerBalanceTransactions:CustomerBalanceTransaction',
  discount: 'Discounts:Discount',
  event: 'Events:EventBase',
  invoice: 'Invoices:Invoice',
  invoice_payment: 'InvoicePayments:InvoicePayment',
  invoiceitem: 'InvoiceItems:InvoiceItem',
  line_item: 'InvoiceLineItems:InvoiceLineItem',
  payment_intent: 'PaymentIntents:PaymentIntent',
  payment_method: 'PaymentMethods:PaymentMethod',
  price: 'Prices:Price',
  product: 'Products:Product',
  promotion_code: 'PromotionCodes:PromotionCode',
  refund: 'Refunds:Refund',
  setup_attempt: 'SetupAttempts:SetupAttempt',
  setup_intent: 'SetupIntents:SetupIntent',
  subscription: 'Subscriptions:Subscription',
  subscription_item: 'SubscriptionItems:SubscriptionItem',
  subscription_schedule: 'SubscriptionSchedules:SubscriptionSchedule',
  tax_id: 'TaxIds:TaxId',
  tax_rate: 'TaxRates:TaxRate',
  'test_helpers.test_clock': 'TestHelpers/TestClocks:TestClock',
  token: 'Tokens:Token',
  webhook_endpoint: 'WebhookEndpoints:WebhookEndpoint',
};
/** Types inside the roots. */
const INNER = ['card', 'plan', 'list'];

const resources = join(dirname(fileURLToPath(import.meta.resolve('stripe'))), 'resources');
const files = [...new Set(Object.values(ROOTS).map((root) => join(resources, `${root.split(':')[0]}.d.ts`)))];
const program = ts.createProgram(files, {
  strict: true,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  types: [],
});
const checker = program.getTypeChecker();
const definitions: Record<string, Schema> = {};
const names = new Map<ts.Type, string>();

function objectName(type: ts.Type): string | null {
  const property = type.getProperty('object');
  if (property === undefined) return null;
  const of = checker.getTypeOfSymbol(property);
  return of.isStringLiteral() ? of.value : null;
}

function isKnown(type: ts.Type): boolean {
  const name = objectName(type);
  return name === null || name in ROOTS || INNER.includes(name);
}

function isDecimal(type: ts.Type): boolean {
  return type.symbol?.name === 'Decimal' || type.aliasSymbol?.name === 'Decimal';
}

function unionOf(schemas: Schema[]): Schema {
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return unique.length === 1 ? (unique[0] as Schema) : { anyOf: unique };
}

function schemaOf(type: ts.Type): Schema {
  if (type.isUnion()) {
    const members = type.types.filter(
      (member) => !(member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) && isKnown(member),
    );
    // Open enumerations are typed as literals and any other text.
    if (members.some(isOpenText)) {
      const rest = members.filter((member) => !member.isStringLiteral() && !isOpenText(member));
      return unionOf([{ type: 'string' }, ...rest.map(schemaOf)]);
    }
    return unionOf(members.map(schemaOf));
  }
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
  if (isOpenText(type) || type.flags & ts.TypeFlags.String) return { type: 'string' };
  if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
  if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
  if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
  if (isDecimal(type)) return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };
  if (checker.isArrayType(type))
    return { type: 'array', items: schemaOf(checker.getTypeArguments(type as ts.TypeReference)[0] as ts.Type) };
  return reference(type);
}

function isOpenText(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((member) => (member.flags & ts.TypeFlags.String) !== 0);
}

function reference(type: ts.Type): Schema {
  let name = names.get(type);
  if (name === undefined) {
    name = `${type.aliasSymbol?.name ?? type.symbol?.name ?? 'type'}${names.size}`;
    names.set(type, name);
    definitions[name] = {};
    definitions[name] = describe(type);
  }
  return { $ref: `#/$defs/${name}` };
}

function describe(type: ts.Type): Schema {
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  if (index !== undefined) return { type: 'object', additionalProperties: schemaOf(index.type) };
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const of = checker.getTypeOfSymbol(property);
    if (of.getCallSignatures().length > 0) continue;
    // `deleted?: void` marks objects that are not deleted.
    if (of.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) continue;
    const schema = schemaOf(of);
    if (Array.isArray(schema.anyOf) && schema.anyOf.length === 0) continue;
    properties[property.name] = schema;
    if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
  }
  // `event.data.object` and `previous_attributes` have any type.
  if (['Object', 'PreviousAttributes'].includes(type.symbol?.name ?? '') && required.length === 0)
    return { type: 'object' };
  return { type: 'object', properties, required, additionalProperties: false };
}

const roots: Record<string, Schema> = {};
for (const [object, root] of Object.entries(ROOTS)) {
  const [file, name] = root.split(':') as [string, string];
  const source = program.getSourceFile(join(resources, `${file}.d.ts`));
  const module = source && checker.getSymbolAtLocation(source);
  const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name);
  if (symbol === undefined) throw new Error(`The SDK has no type ${root}`);
  roots[object] = reference(checker.getDeclaredTypeOfSymbol(symbol));
}

interface Call {
  /** The schema of the answer, or of a list's members. */
  answer: Schema;
  isList: boolean;
  /** The names of parameters, with those of nested hashes below them. */
  parameters: Names;
}
interface Names {
  [name: string]: Names;
}

/** Deep enough for `subscription_details[items][price_data][recurring][interval]`. */
const DEEPEST = 5;

/** The hash in a parameter, through lists and alternatives such as `''`. */
function namesOf(type: ts.Type, depth = 0): Names {
  if (type.isUnion()) return Object.assign({}, ...type.types.map((member) => namesOf(member, depth)));
  if (checker.isArrayType(type))
    return namesOf(checker.getTypeArguments(type as ts.TypeReference)[0] as ts.Type, depth);
  if (!(type.flags & ts.TypeFlags.Object) || isDecimal(type) || depth === DEEPEST) return {};
  const names: Names = {};
  for (const property of checker.getPropertiesOfType(type)) {
    names[property.name] = namesOf(checker.getTypeOfSymbol(property), depth + 1);
  }
  return names;
}

/** The tests' name of a call, with ids removed: `GET /v1/customers/:/balance_transactions`. */
function callsIn(file: string): Record<string, Call> {
  const script = readFileSync(join(resources, `${file}.js`), 'utf8');
  const paths = new Map(
    [...script.matchAll(/^ {4}(\w+)\(.*\) \{\n\s*return this\._makeRequest\('(\w+)', ['`](.+?)['`]/gm)].map(
      ([, name = '', method, path = '']) => [name, `${method} ${path.replace(/\$\{.+?\}/g, ':')}`],
    ),
  );
  const source = program.getSourceFile(join(resources, `${file}.d.ts`));
  const module = source && checker.getSymbolAtLocation(source);
  const [resource] = module ? checker.getExportsOfModule(module).filter(({ name }) => name.endsWith('Resource')) : [];
  const calls: Record<string, Call> = {};
  if (resource === undefined) return calls;
  for (const method of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(resource))) {
    const path = paths.get(method.name);
    const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
    if (path === undefined || signature === undefined) continue;
    const returned = signature.getReturnType();
    const isList = /^Api(List|SearchResult)Promise$/.test((returned.aliasSymbol ?? returned.symbol)?.name ?? '');
    const answer = isList
      ? (returned.aliasTypeArguments?.[0] ?? checker.getTypeArguments(returned as ts.TypeReference)[0])
      : responseOf(checker.getTypeArguments(returned as ts.TypeReference)[0]);
    const parameters = signature.getParameters().find(({ name }) => name === 'params');
    if (answer === undefined) throw new Error(`${path} has no answer`);
    calls[path] = {
      answer: answerSchema(answer),
      isList,
      parameters:
        parameters === undefined ? {} : namesOf(checker.getNonNullableType(checker.getTypeOfSymbol(parameters))),
    };
  }
  return calls;
}

/** Answers of types that the sandbox lacks are not described. An event has the one form of all events. */
function answerSchema(type: ts.Type): Schema {
  const members = type.isUnion() ? type.types : [type];
  const known = members.filter((member) => (objectName(member) ?? '') in ROOTS);
  if (known.some((member) => objectName(member) === 'event')) return roots.event ?? {};
  return known.length === 0 ? {} : unionOf(known.map(schemaOf));
}

/** `Response<T>` is T with the SDK's fields about the HTTP answer. */
function responseOf(type: ts.Type | undefined): ts.Type | undefined {
  return type?.aliasTypeArguments?.[0];
}

const calls: Record<string, Call> = {};
for (const root of Object.values(ROOTS)) Object.assign(calls, callsIn(root.split(':')[0] ?? ''));

const { version } = JSON.parse(readFileSync(join(resources, '../../package.json'), 'utf8'));
writeFileSync(
  new URL('api-objects.gen.json', import.meta.url),
  `${JSON.stringify({ $id: `stripe-${version}`, roots, calls, $defs: definitions })}\n`,
);
