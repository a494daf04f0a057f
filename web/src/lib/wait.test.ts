import { expect, it, vi } from 'vitest';
import { pollDelay, wait } from './wait.ts';

it('pollDelay is one second at first, and at most five seconds', () => {
  expect([pollDelay(0), pollDelay(1), pollDelay(100)]).toEqual([1000, 1500, 5000]);
});

it('wait lasts for the given time, or until it is canceled', async () => {
  vi.useFakeTimers();
  const isOver = vi.fn();
  void wait(1000).then(isOver);
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toHaveBeenCalledOnce();
  const leaving = new AbortController();
  const waiting = wait(1000, leaving.signal);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(wait(1000, leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
  vi.useRealTimers();
});
