import { expect, test } from 'vitest';
import { computingTime } from '../test/cpu.ts';
import { useSandbox } from '../test/sandbox.ts';
import { LARGE_FORM, parseForm, refusalOfForm, SMALL_FORM } from './forms.ts';

/** Requests that are expensive to parse. */
const logged: object[] = [];
const { sandbox } = await useSandbox({ log: (line) => logged.push(line) });

async function ask(path: string, body?: string, key = 'pk_test_sandbox') {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(body === undefined ? {} : { body }),
  });
  const { error } = (await answer.json()) as { error?: { type: string; message: string } };
  return { status: answer.status, error };
}

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index));
const BOMBS: Record<string, string> = {
  nested: `a${'[0]'.repeat(20_000)}=1`,
  'nested in escapes': `a${'%5B0%5d'.repeat(9000)}=1`,
  'nested behind an equals sign': `a=${'[0]'.repeat(20_000)}=1`,
  open: '['.repeat(60_000),
  closed: `a${']'.repeat(60_000)}=`,
  many: times(9000, () => 'a=1').join('&'),
  'many in a list': times(9000, () => 'a[]=1').join('&'),
  'many deep': times(900, (index) => `a${`[${index}]`.repeat(9)}=1`).join('&'),
  'nothing but separators': '&'.repeat(60_000),
  'a long name': `${'a'.repeat(60_000)}=1`,
};

test.each(Object.entries(BOMBS))('rejects %s at once in Stripe’s format', async (_, form) => {
  expect(form.length).toBeLessThan(SMALL_FORM.bytes);
  const refuse = () => refusalOfForm(form, LARGE_FORM) ?? refusalOfForm(form, SMALL_FORM);
  expect(computingTime(refuse)).toBeLessThan(50);
  const refusal = refuse();
  expect(refusal?.body.type).toBe('invalid_request_error');
  expect(await ask('/v1/tokens', form)).toMatchObject({ status: 400, error: { type: 'invalid_request_error' } });
  expect(await ask(`/v1/customers?${form.slice(0, 8000)}`, undefined, 'sk_test_sandbox')).toMatchObject({
    status: 400,
  });
});

test('parses every accepted form within milliseconds', () => {
  for (const { fields } of [SMALL_FORM, LARGE_FORM]) {
    for (const part of [
      (index: number) => `a${`[${fields - index}]`.repeat(6)}=1`,
      (index: number) => `a${`[${index % 250}]`.repeat(6)}=1`,
      () => `a${'[]'.repeat(6)}=1`,
      (index: number) => (index % 2 === 0 ? `a[${index}]=1` : `a[x${index}]=1`),
    ]) {
      const form = times(fields, part).join('&');
      expect(refusalOfForm(form, { bytes: 0, fields })).toBeUndefined();
      expect(computingTime(() => parseForm(form))).toBeLessThan(fields === SMALL_FORM.fields ? 100 : 500);
    }
  }
});

test('accepts 64 kB from a browser, 1 MB from a server, and rejects a large form without the secret key', async () => {
  const long = (bytes: number) => `name=${'a'.repeat(bytes)}`;
  const tooLarge = { status: 413, error: { type: 'invalid_request_error', message: 'Request body is too large.' } };
  expect(await ask('/v1/tokens', long(70_000))).toMatchObject(tooLarge);
  expect(await ask('/v1/tokens', long(70_000), 'sk_test_sandbox')).toMatchObject(tooLarge);
  expect(await ask('/v1/nowhere', long(70_000), 'sk_test_sandbox')).toMatchObject(tooLarge);
  expect(await ask('/v1/customers', long(70_000))).toMatchObject({ status: 401 });
  expect(await ask('/v1/customers', long(70_000), 'sk_test_sandbox')).toMatchObject({ status: 400 });
  expect(await ask('/v1/customers', long(1_100_000), 'sk_test_sandbox')).toMatchObject(tooLarge);
  expect(await ask('/v1/customers', times(1001, () => 'a=1').join('&'), 'sk_test_sandbox')).toMatchObject({
    status: 400,
  });
});

test('accepts the longest list of each endpoint', () => {
  const form = times(250, (index) => `lines[${index}][invoice_item]=ii_${index}`).join('&');
  expect(refusalOfForm(form, LARGE_FORM)).toBeUndefined();
  expect(parseForm(form).lines).toHaveLength(250);
  expect(parseForm('a[b][0][c][d][e]=1&m[x]=%5B[]')).toEqual({
    a: { b: [{ c: { d: { e: '1' } } }] },
    m: { x: '[[]' },
  });
});

test('rejects NUL with 404 in a path and 400 in a parameter', async () => {
  const key = 'sk_test_sandbox';
  for (const path of ['/v1/customers/cus_%00', '/_sandbox/objects/%00', '/invoices/%00/x', '/receipts/%00/x']) {
    expect([path, await ask(path, undefined, key)]).toMatchObject([
      path,
      { status: 404, error: { type: 'invalid_request_error' } },
    ]);
  }
  expect(await ask('/v1/customers?email=%00', undefined, key)).toMatchObject({ status: 400 });
  expect(await ask('/_sandbox/events?related=%00', undefined, key)).toMatchObject({ status: 400 });
  expect(await ask('/v1/customers', 'name=a%00b', key)).toMatchObject({ status: 400 });
  expect(await ask('/v1/customers', 'metadata[a%00b]=1', key)).toMatchObject({ status: 400 });
  expect(await ask('/v1/customers', 'name=a\0b', key)).toMatchObject({ status: 400 });
  expect(await ask('/v1/customers', 'name=100%2500', key)).toMatchObject({ status: 200 });
});

test('rejects an unreadable address and logs no refusal as a failure', async () => {
  expect(await ask('/v1/customers/%zz', undefined, 'sk_test_sandbox')).toMatchObject({
    status: 400,
    error: { type: 'invalid_request_error' },
  });
  const long = await ask(`/v1/customers/${'x'.repeat(600)}`, undefined, 'sk_test_sandbox');
  expect(long).toMatchObject({ status: expect.any(Number), error: { type: 'invalid_request_error' } });
  expect(long.status).toBeLessThan(500);
  expect(logged.filter((line) => 'level' in line)).toEqual([]);
});
