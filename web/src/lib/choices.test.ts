import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useChoices } from './choices.ts';

const choices = (...chosen: string[]) => ['a', 'b', 'c'].map((id) => ({ id, isChosen: chosen.includes(id) }));

it('keeps the user’s own changes and shows those that somebody else saved', () => {
  const { result, rerender } = renderHook((saved: string[]) => useChoices(choices(...saved)), { initialProps: ['a'] });
  const { revision } = result.current;
  act(() => result.current.toggle('b', true));
  rerender(['a', 'c']);
  expect(result.current.chosen).toEqual(['a', 'b', 'c']);
  expect(result.current.revision).not.toBe(revision);
  rerender(['a', 'b']);
  expect(result.current.isChanged).toBe(false);
});
