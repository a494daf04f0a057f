import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { secondsUntil, useBlockTimer } from './block-timer.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') }));

it('secondsUntil counts whole seconds, never below zero', () => {
  expect(secondsUntil(new Date('2026-11-20T10:00:02.100Z'))).toBe(3);
  expect(secondsUntil(new Date('2026-11-20T09:00:00Z'))).toBe(0);
  expect(secondsUntil(null)).toBe(0);
});

describe('useBlockTimer', () => {
  it('counts down each second and unblocks at zero', () => {
    const { result } = renderHook(useBlockTimer);
    expect(result.current.isBlocked).toBe(false);
    act(() => result.current.blockUntil(new Date('2026-11-20T10:00:03Z')));
    expect(result.current.secondsLeft).toBe(3);
    act(() => vi.advanceTimersByTime(1000));
    expect(result.current.secondsLeft).toBe(2);
    act(() => vi.advanceTimersByTime(2000));
    expect(result.current.isBlocked).toBe(false);
  });
});
