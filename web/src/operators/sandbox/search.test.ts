import { describe, expect, test } from 'vitest';
import { readSandboxSearch } from './search.ts';

describe('the address of the sandbox page', () => {
  test('keeps known values', () => {
    const search = {
      panel: 'events',
      type: 'invoice.*',
      about: 'sub_1',
      undelivered: 'true',
      after: 'evt_1',
      object: 'in_1',
    };
    expect(readSandboxSearch(search)).toEqual(search);
  });
  test('omits defaults, unknown values and invalid ids', () => {
    expect(
      readSandboxSearch({
        panel: 'clocks',
        type: 'DROP TABLE',
        about: '../x',
        undelivered: 'no',
        before: ['a', 'b'],
        other: '1',
      }),
    ).toEqual({});
  });
});
