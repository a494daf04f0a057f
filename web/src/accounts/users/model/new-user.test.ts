import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { flagNewUser, newUserUntil, useNewUserSeconds } from './new-user.ts';

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('flags one user as new for 15 seconds', () => {
  flagNewUser(7, 1000);
  expect(newUserUntil(7)).toEqual(new Date(16_000));
  expect(newUserUntil(8)).toBeNull();
});

it('ignores an invalid flag', () => {
  localStorage.setItem('portico_new_user', 'not json');
  expect(newUserUntil(7)).toBeNull();
});

it('counts the seconds of a new user down to 0, and not further', () => {
  vi.useFakeTimers();
  flagNewUser(7);
  const { result } = renderHook(() => useNewUserSeconds(7));
  expect(result.current).toBe(15);
  act(() => void vi.advanceTimersByTime(14_000));
  expect(result.current).toBe(1);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(result.current).toBe(0);
});
