/**
 * Derives JSON Schemas of API objects from the type files of the `stripe` package, which Stripe generates from its OpenAPI
 * document: `node stripe-sandbox/test/generate-schemas.ts` writes `api-objects.gen.json` beside this file. Additional
 * properties are refused. Objects of types that the sandbox does not have are left out of unions.
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
  tax_rate: 'TaxRates:TaxRate',
  'test_helpers.test_clock': 'TestHelpers/TestClocks:TestClock',
  token: 'Tokens:Token',
  webhook_endpoint: 'WebhookEndpoints:WebhookEndpoint',
};
/** Types that stand inside the roots. */
const INNER = ['card', 'plan', 'credit_note_line_item', 'list'];

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
    // Open enumerations are written as literals and any other text.
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
    // `deleted?: void` marks what is not deleted.
    if (of.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) continue;
    const schema = schemaOf(of);
    if (Array.isArray(schema.anyOf) && schema.anyOf.length === 0) continue;
    properties[property.name] = schema;
    if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
  }
  // `event.data.object` and `previous_attributes` are of any type.
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
const { version } = JSON.parse(readFileSync(join(resources, '../../package.json'), 'utf8'));
writeFileSync(
  new URL('api-objects.gen.json', import.meta.url),
  `${JSON.stringify({ $id: `stripe-${version}`, roots, $defs: definitions })}\n`,
);
