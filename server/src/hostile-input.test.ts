import { contract, type Endpoint } from '@portico/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { AccessRow } from '../test/access-row.ts';
import { accessTable } from '../test/access-table.ts';
import type { Browser } from '../test/browser.ts';
import { startFullPortal } from '../test/full-portal.ts';

type Key = keyof typeof accessTable;

/** The calls that administer accounts and the catalog. Purchases have tests of their own. */
const administration =
  /^\/(?:api\/(?:ProductsDashboard|User|UserImports|Invitations|Default|profile|Audit|Operator)|UserFeatures|Reports|logout)\b/i;
/** These end the session of the caller. */
const endsSessions = /EndSessions|EndOtherSessions|Sessions\/\{/;

const endpoints = Object.values(contract)
  .flatMap((capability) => Object.values(capability) as Endpoint[])
  .filter(({ path }) => administration.test(path) && !endsSessions.test(path));

/** Values that no form sends: bytes that a database refuses, half a character, very long texts, numbers beyond all columns, and wrong types. */
const hostile: readonly unknown[] = [
  '',
  '   ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(100_000),
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '../../etc/passwd',
  '9999-99-99T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  -1,
  0.5,
  1e308,
  2 ** 53,
  null,
  [],
  ['\u0000'],
  Array(2_000).fill('x'),
  {},
  { $ne: null },
];

describe('hostile input', async () => {
  const { database, signIn } = await startFullPortal({ mode: 'demo' });
  const browsers = {} as Record<'admin' | 'operator', Browser>;

  beforeAll(async () => {
    browsers.admin = await signIn('admin@acme.example');
    browsers.operator = await signIn('operator@portico.example');
  });

  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}` as Key, endpoint] as const))(
    'is answered by %s without a server error',
    async (key, endpoint) => {
      const { call = {} }: AccessRow = accessTable[key];
      const browser = endpoint.path.startsWith('/api/Operator') ? browsers.operator : browsers.admin;
      for (const [count, changed] of [...listVariants(endpoint, call)].entries()) {
        if (count % 20 === 0) await database.pool.query('delete from rate_limits');
        const url = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(changed.params?.[name] ?? ''),
        );
        const response = await browser.send(endpoint.method, url, {
          query: changed.query ?? {},
          ...(changed.body !== undefined && {
            payload: JSON.stringify(changed.body),
            headers: { 'content-type': 'application/json' },
          }),
        });
        const about = `${url} ${JSON.stringify(changed).slice(0, 200)} answers ${response.body.slice(0, 300)}`;
        expect(response.statusCode, about).toBeLessThan(500);
        expect(response.statusCode, about).not.toBe(401);
        expect(response.body, about).not.toMatch(/node_modules|at async |syntax error|violates|invalid byte/);
      }
    },
  );

  test('leaves all users as they were', async () => {
    for (const [who, rights] of [
      ['admin@acme.example', { isAdmin: true, isOwner: false, isSuperAdmin: false }],
      ['user@acme.example', { isAdmin: false, isOwner: false, isSuperAdmin: false }],
      ['operator@portico.example', { isSuperAdmin: true }],
    ] as const)
      expect((await (await signIn(who)).get('/api/User/Current')).json()).toMatchObject(rights);
    expect((await database.pool.query('select 1 from users where is_operator')).rows).toHaveLength(1);
  });
});

interface Changed {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
}

/** The call with each of its fields, parameters and filters replaced by each hostile value, and with a hostile body. */
function* listVariants(endpoint: Endpoint, call: NonNullable<AccessRow['call']>): Generator<Changed> {
  const body = endpoint.body && !endpoint.file ? (call.body ?? {}) : undefined;
  const fields = Object.keys(objectShape(endpoint.body));
  for (const value of hostile) {
    if (body !== undefined) {
      yield { ...call, body: value };
      for (const field of fields) yield { ...call, body: { ...body, [field]: value } };
      yield { ...call, body: { ...body, ['__proto__']: value } };
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // A URL can hold neither longer texts nor half characters.
    if (text.length > 5_000 || !text.isWellFormed()) continue;
    for (const name of Object.keys(objectShape(endpoint.query)))
      yield { ...call, ...(body !== undefined && { body }), query: { ...call.query, [name]: text } };
    for (const name of Object.keys(objectShape(endpoint.params)))
      if (text !== '') yield { ...call, ...(body !== undefined && { body }), params: { ...call.params, [name]: text } };
  }
}

function objectShape(schema: z.ZodType | undefined): Record<string, unknown> {
  const {
    shape,
    innerType,
    in: input,
  } = (schema?.def ?? {}) as {
    shape?: Record<string, unknown>;
    innerType?: z.ZodType;
    in?: z.ZodType;
  };
  return shape ?? (innerType ? objectShape(innerType) : input ? objectShape(input) : {});
}
