import { type LicensingCall, licensing, licensingStatuses, validationCodes } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../test/document-programs.ts';
import { newNonce } from './licensing.test-support.ts';

const text = readDocument('licensing.md');
const api = text.slice(text.indexOf('# The licensing API'));
const calls: readonly LicensingCall[] = Object.values(licensing);
const examples = [...api.matchAll(/^call (\S+) '(.*)'$/gm)].map(([, call = '', fields = '']) => ({ call, fields }));

describe('docs/licensing.md', () => {
  test('has an example of each call', () => {
    expect([...new Set(examples.map(({ call }) => call))].toSorted()).toEqual(calls.map(({ call }) => call).toSorted());
  });

  test.each(examples)('sends what $call accepts: $fields', ({ call, fields }) => {
    const body = { nonce: newNonce(), time: new Date().toISOString(), ...JSON.parse(`{${fields}}`) };
    const schema = calls.find((known) => known.call === call)?.body.strict();
    expect(schema?.safeParse(body).error).toBeUndefined();
  });

  test('explains each code with its status, and no other', () => {
    const explained = [...api.matchAll(/^\| `(\w+)` \| (\d{3}) \| .{20,} \|$/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ]);
    expect(Object.fromEntries(explained)).toEqual(licensingStatuses);
  });

  test('explains each validation code', () => {
    for (const code of validationCodes) expect(api).toMatch(new RegExp(`^\\| \`${code}\` \\| .{5,} \\|$`, 'm'));
  });
});

describe.each([
  ['licensing-python.md', /portal\.call\("([\w/]+)"/g],
  ['licensing-csharp.md', /portal\.Call\("([\w/]+)"/g],
])('docs/%s', (name, example) => {
  test('has an example of each call', () => {
    const called = [...readDocument(name).matchAll(example)].map(([, call = '']) => call);
    expect([...new Set(called)].toSorted()).toEqual(calls.map(({ call }) => call).toSorted());
  });
});
