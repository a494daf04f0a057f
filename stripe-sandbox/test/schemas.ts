import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const schemas = JSON.parse(readFileSync(new URL('api-objects.gen.json', import.meta.url), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false, validateSchema: false });
ajv.addSchema({ $id: 'stripe', $defs: schemas.$defs });

function validatorOf(name: string): ValidateFunction {
  const validator = ajv.getSchema(`stripe${schemas.roots[name].$ref}`);
  if (validator === undefined) throw new Error(`There is no schema of ${name}`);
  return validator as ValidateFunction;
}

/** What the API does not type as an object of its own. */
const UNTYPED = ['three_d_secure_2'];

/** Throws when an answer is not what the SDK's types say, or has a field that they do not know. */
export function checkAnswer(body: unknown): void {
  if (typeof body !== 'object' || body === null || 'error' in body || 'deleted' in body) return;
  const { object } = body as { object?: string };
  if (object === 'list') {
    for (const member of (body as { data: unknown[] }).data) checkAnswer(member);
    return;
  }
  if (object === undefined || UNTYPED.includes(object)) return;
  if (!(object in schemas.roots)) throw new Error(`An answer is of the unknown type ${object}`);
  const validator = validatorOf(object);
  if (!validator(body)) {
    const errors = (validator.errors ?? [])
      .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'const')
      .slice(0, 8);
    const list = errors.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    throw new Error(`${object} is not as the SDK types it:\n${list.join('\n')}`);
  }
  if (object === 'event') checkAnswer((body as { data: { object: unknown } }).data.object);
}
