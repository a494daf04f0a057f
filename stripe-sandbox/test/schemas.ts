import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { ENDPOINTS } from '../src/resources/index.ts';

/** A call of the SDK: the schema of its answer or of a list's members, and its parameters. */
export interface SdkCall {
  answer: object;
  isList: boolean;
  parameters: Names;
}
export interface Names {
  [name: string]: Names;
}

interface Generated {
  $id: string;
  roots: Record<string, object>;
  calls: Record<string, SdkCall>;
  $defs: Record<string, object>;
}

const schemas: Generated = JSON.parse(readFileSync(new URL('api-objects.gen.json', import.meta.url), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false, validateSchema: false });
ajv.addSchema({ $id: 'stripe', $defs: schemas.$defs });

/** The SDK version of the schemas. */
export const SDK_VERSION = schemas.$id;

/** Every call of the SDK for the sandbox's objects, by `METHOD /v1/path/:`. */
export const SDK_CALLS = schemas.calls;

/** Calls of the sandbox that the SDK lacks. */
const OWN_CALLS: Record<string, SdkCall> = {
  'POST /v1/3ds2/authenticate': {
    answer: {
      type: 'object',
      properties: {
        object: { const: 'three_d_secure_2' },
        state: { enum: ['succeeded', 'failed'] },
        return_url: { type: ['string', 'null'] },
      },
      required: ['object', 'state', 'return_url'],
      additionalProperties: false,
    },
    isList: false,
    parameters: { client_secret: {}, outcome: {} },
  },
};

/** The body of every refusal. */
const REFUSAL = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        type: { enum: ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'] },
        message: { type: 'string', minLength: 1 },
        code: { type: 'string', pattern: '^[a-z_]+$' },
        decline_code: { type: 'string', pattern: '^[a-z_]+$' },
        advice_code: { type: 'string' },
        param: { type: 'string' },
        charge: { type: 'string' },
        doc_url: { type: 'string', pattern: '^https://(docs\\.stripe\\.com|stripe\\.com/docs)/error-codes/' },
        request_log_url: { type: 'string' },
        payment_intent: { type: 'object' },
        payment_method: { type: 'object' },
        setup_intent: { type: 'object' },
      },
      required: ['type', 'message', 'request_log_url'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
};

const validators = new Map<object, ValidateFunction>();

function validate(schema: object, body: unknown, what: string): void {
  let validator = validators.get(schema);
  if (validator === undefined) {
    // References lead to the schemas of the SDK's types.
    const text = JSON.stringify(schema).replaceAll('"#/', '"stripe#/');
    validator = ajv.compile(JSON.parse(text));
    validators.set(schema, validator);
  }
  if (validator(body)) return;
  const errors = (validator.errors ?? [])
    .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'const')
    .slice(0, 8);
  const list = errors.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${what} does not match the SDK's types:\n${list.join('\n')}`);
}

/** The name of a call with ids removed: `POST /v1/customers/:`. */
export function signatureOf(endpoint: { method: string; path: string }): string {
  return `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`;
}

const PATTERNS = ENDPOINTS.map((endpoint) => ({
  method: endpoint.method,
  signature: signatureOf(endpoint),
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  // Fixed words in a path take precedence over ids.
  ids: endpoint.path.split(':').length,
})).sort((one, other) => one.ids - other.ids);

const answered = new Set<string>();

/** Endpoints without a valid answer in this test file so far. */
export function unanswered(): string[] {
  return PATTERNS.map(({ signature }) => signature).filter((signature) => !answered.has(signature));
}

/** Throws when an answer does not match the SDK's type of its call or has an unknown field. */
export function checkAnswer(method: string, path: string, status: number, body: unknown): void {
  if (status >= 400) {
    validate(REFUSAL, body, `The refusal of ${method} ${path}`);
    return;
  }
  const endpoint = PATTERNS.find((one) => one.method === method && one.pattern.test(path));
  if (endpoint === undefined) throw new Error(`${method} ${path} was answered but is not an endpoint`);
  const { signature } = endpoint;
  const call = SDK_CALLS[signature] ?? OWN_CALLS[signature];
  if (call === undefined) throw new Error(`${signature} is neither the SDK's nor listed as the sandbox's own`);
  if (Object.keys(call.answer).length === 0) throw new Error(`${signature} has no schema of its answer`);
  if (call.isList) {
    const list = { type: 'object', properties: LIST, required: Object.keys(LIST), additionalProperties: false };
    validate(list, body, `The list of ${signature}`);
    for (const member of (body as { data: object[] }).data) checkObject(call.answer, member, signature);
  } else checkObject(call.answer, body as object, signature);
  answered.add(signature);
}

const LIST = {
  object: { const: 'list' },
  data: { type: 'array', items: { type: 'object' } },
  has_more: { type: 'boolean' },
  url: { type: 'string', pattern: '^/v1/' },
};

function checkObject(schema: object, body: object, signature: string): void {
  validate(schema, body, `The answer of ${signature}`);
  if ((body as { object?: string }).object === 'event') checkEvent(body as EventBody);
}

interface EventBody {
  type: string;
  data: { object: { object: string }; previous_attributes?: Record<string, unknown> };
}

/** An event contains a whole object of its type, and former values of that object's fields. */
function checkEvent({ type, data }: EventBody): void {
  const schema = schemas.roots[data.object.object];
  if (schema === undefined) throw new Error(`${type} shows an unknown ${data.object.object}`);
  validate(schema, data.object, `The object of ${type}`);
  const unknown = Object.keys(data.previous_attributes ?? {}).filter((name) => !(name in data.object));
  if (unknown.length > 0) throw new Error(`${type} has previous values of unknown fields: ${unknown.join(', ')}`);
}

type Schema = { $ref?: string; anyOf?: Schema[]; type?: string; items?: Schema; properties?: Record<string, Schema> };

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : ((schemas.$defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}) as Schema);
}

/** Fields that the SDK types as an id or its object, such as `invoice.parent.subscription_details.subscription`. */
export function expandableFields(): string[] {
  const found: string[] = [];
  const walk = (path: string, schema: Schema, seen: Schema[]) => {
    const options = (resolved(schema).anyOf ?? [schema]).map(resolved);
    if (options.some(({ type }) => type === 'array')) {
      for (const { items } of options) if (items !== undefined) walk(path, items, seen);
      return;
    }
    const objects = options.filter(({ properties }) => properties !== undefined);
    if (objects.some(({ properties }) => properties?.object !== undefined)) {
      if (options.some(({ type }) => type === 'string')) found.push(path);
      return;
    }
    for (const one of objects) {
      if (seen.includes(one)) continue;
      for (const [name, member] of Object.entries(one.properties ?? {}))
        walk(`${path}.${name}`, member, [...seen, one]);
    }
  };
  for (const [object, root] of Object.entries(schemas.roots)) {
    for (const [name, member] of Object.entries(resolved(root as Schema).properties ?? {})) {
      walk(`${object}.${name}`, member, []);
    }
  }
  return found.sort();
}
