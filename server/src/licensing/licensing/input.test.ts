import { licensing, licensingProblem, licensingStatuses } from '@portico/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertLicense } from '../../../test/licenses.ts';
import { accountId, createLicensingPortal, newNonce, sampleBodies } from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { app, database, sql } = portal;
const client = await portal.client();
const calls = Object.values(licensing);
const hardwareId = '7C1E9A40B2';

beforeEach(async () => {
  await sql('delete from orders');
  await sql('delete from rate_limits');
  await sql('update accounts set disabled_at = null, disabled_reason = null');
});

describe('any input', () => {
  const documented = new Set<string>(Object.keys(licensingStatuses));
  const expectDocumented = ({ status, body }: Awaited<ReturnType<typeof client.send>>, about: string) => {
    expect(status, about).toBeLessThan(500);
    if (status === 200) return;
    expect(licensingProblem.safeParse(body).error, about).toBeUndefined();
    expect(documented.has(body.code), about).toBe(true);
    expect(licensingStatuses[body.code as keyof typeof licensingStatuses], about).toBe(status);
  };

  test.each(calls.map(({ call }) => [call]))('is answered with a signed code of the API: %s', async (call) => {
    await insertLicense(database, accountId, { quantity: 100_000 });
    const hostile = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(
        '\0',
        '\ud800',
        '__proto__',
        'constructor',
        '9999-99-99',
        -1,
        2 ** 53,
        1e308,
        '{"$ne":null}',
        "'; drop table devices; --",
      ),
    );
    const sample = sampleBodies[call] as object;
    const fields = [
      ...new Set([
        ...Object.keys(sample),
        'serialNumber',
        'name',
        'fingerprints',
        'replaces',
        'for',
        'feature',
        'version',
        'locale',
        'time',
        'nonce',
        'reportId',
        'counters',
        'checks',
        'borrowDays',
        'page',
        'pageSize',
        'sessionId',
        'hardwareId',
      ]),
    ];
    const body = fc.oneof(
      fc
        .dictionary(fc.constantFrom(...fields), hostile)
        .map((changed) => ({ nonce: newNonce(), time: new Date().toISOString(), ...sample, ...changed })),
      hostile,
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        await sql('delete from rate_limits');
        const text = JSON.stringify(value) ?? 'undefined';
        expectDocumented(await client.send(call, text), `${call} ${text.slice(0, 500)}`);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['nothing', '', {}],
    ['half of a document', '{"nonce":', {}],
    ['a document of other types', '[1,2', {}],
    ['a prototype-pollution attempt', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}', {}],
    ['a form', 'hardwareId=A&nonce=aaaaaaaaaaaaaaaaaaaa', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', 'hello', { 'content-type': 'text/plain' }],
    ['a table', 'a,b', { 'content-type': 'text/csv' }],
    ['a picture', 'GIF89a', { 'content-type': 'image/gif' }],
    ['too large a body', JSON.stringify({ name: 'x'.repeat(70_000) }), {}],
    ['very deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, {}],
  ])('is a ValidationError: %s', async (_, payload, headers) => {
    const { status, code, body } = await client.send('activations', payload, { headers });
    expect([status, code, body.nonce]).toEqual([422, 'ValidationError', null]);
  });

  test('an unreachable database is reported with a signature and Retry-After', async () => {
    const away = await createLicensingPortal();
    const product = await away.client();
    await product.call('validations', { hardwareId });
    const { pool } = away.database;
    const query = pool.query.bind(pool);
    const shutsDown = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
    pool.query = (() => Promise.reject(shutsDown)) as never;
    const { status, code, response } = await product.call('validations', { hardwareId });
    expect([status, code, response.headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '5']);
    pool.query = query as never;
    expect((await product.call('validations', { hardwareId })).code).toBe('LicenseUnknown');
  });
});

test('the calls have their own OpenAPI document, with every call and code', async () => {
  const document = (await app.inject('/api/licensing/v1/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).toSorted()).toEqual(
    calls.map(({ call }) => `/api/licensing/v1/${call}`).toSorted(),
  );
  const text = JSON.stringify(document);
  for (const code of Object.keys(licensingStatuses)) expect(text).toContain(code);
  const { post } = document.paths['/api/licensing/v1/activations'];
  expect(post.requestBody.content['application/json'].schema.required).toEqual(
    expect.arrayContaining(['nonce', 'time', 'hardwareId']),
  );
  expect(Object.keys(post.responses)).toEqual(
    expect.arrayContaining(['200', '401', '403', '404', '409', '422', '429', '503']),
  );
});
