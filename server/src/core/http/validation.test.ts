import { lineOfText } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssues } from './validation.ts';

function describeProblems(schema: z.ZodType, value: unknown, locale: 'en' | 'fr' = 'en') {
  const { error } = z.object({ field: schema }).safeParse({ field: value }, { reportInput: true });
  return describeIssues(error?.issues ?? [], locale);
}

test('a line of text loses the controls that would show it backwards', () => {
  expect(lineOfText(10).parse('\u202Eexe.\u2066fdp\u202C')).toBe('exe.fdp');
});

describe('the message about an invalid value', () => {
  test('names the field of a value that no member of a union accepts', () => {
    const address = z.union([z.literal(''), z.ipv4()]);
    expect(describeProblems(address, '1.2.3.4/8')).toEqual({ field: ['The field field is not valid.'] });
    expect(describeProblems(address, '1.2.3.4/8', 'fr')).toEqual({ field: ['Le champ field n’est pas valide.'] });
  });

  test('contains the smallest allowed number', () => {
    expect(describeProblems(z.int().positive(), 0)).toEqual({ field: ['The field field should be at least 1.'] });
    expect(describeProblems(z.int().min(0), -1)).toEqual({ field: ['The field field should be at least 0.'] });
  });

  test('is not repeated', () => {
    const id = z.int().max(Number.MAX_SAFE_INTEGER);
    expect(describeProblems(id, 1e21).field).toHaveLength(1);
  });
});
