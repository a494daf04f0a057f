import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createBatches, runSeparatelyOnDataError } from './batches.ts';

describe('batches', () => {
  test('combine concurrent items, and return each item’s own result', async () => {
    const sizes: number[] = [];
    const double = createBatches<number, number>(
      async (items) => {
        sizes.push(items.length);
        await pause(5);
        return items.map((item) => item * 2);
      },
      { maxItems: 3, atOnce: 1, maxWait: 1_000 },
    );
    expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
    expect(sizes).toEqual([3, 1]);
    expect(await double(21)).toBe(42);
  });

  test('limit the number of concurrent runs', async () => {
    let [underWay, most] = [0, 0];
    const work = createBatches<number, number>(
      async (items) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await pause(20);
        underWay -= 1;
        return items;
      },
      { maxItems: 1, atOnce: 2, maxWait: 1 },
    );
    expect(await Promise.all([1, 2, 3, 4, 5].map(work))).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  test('do not wait for a run that hangs', async () => {
    const held = Promise.withResolvers<void>();
    const work = createBatches<string, string>(
      async (items) => {
        if (items.includes('held')) await held.promise;
        return items;
      },
      { maxItems: 10, atOnce: 2, maxWait: 5 },
    );
    const first = work('held');
    await pause(1);
    expect(await Promise.all([work('a'), work('b')])).toEqual(['a', 'b']);
    held.resolve();
    expect(await first).toBe('held');
  });

  test('resolve nothing before the run has finished, and reject every item of a batch that fails', async () => {
    let fails = true;
    const work = createBatches<number, number>(
      async (items) => {
        if (fails) throw new Error('away');
        return items;
      },
      { maxItems: 10, atOnce: 1, maxWait: 1_000 },
    );
    const settled = await Promise.allSettled([work(1), work(2)]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await work(3)).toBe(3);
  });

  test('let items that arrive soon after a statement share the next one, but never delay a lone item', async () => {
    const begun: { at: number; size: number }[] = [];
    const work = createBatches<number, number>(
      async (items) => {
        begun.push({ at: performance.now(), size: items.length });
        return items;
      },
      { maxItems: 10, atOnce: 1, maxWait: 1_000, spacing: { milliseconds: 100, items: 3 } },
    );
    const start = performance.now();
    await work(1);
    expect(performance.now() - start).toBeLessThan(80);
    const shared = [work(2), work(3)];
    await Promise.all(shared);
    expect(begun.map(({ size }) => size)).toEqual([1, 2]);
    expect((begun[1]?.at ?? 0) - (begun[0]?.at ?? 0)).toBeGreaterThan(95);
    await Promise.all([4, 5, 6].map(work));
    expect((begun[2]?.at ?? 0) - (begun[1]?.at ?? 0)).toBeLessThan(80);
    expect(begun[2]?.size).toBe(3);
  });

  test('reject only the item whose data make the statement fail', async () => {
    const calls: number[][] = [];
    const work = createBatches<number, number>(
      (items) =>
        runSeparatelyOnDataError(items, async (some) => {
          calls.push([...some]);
          if (some.includes(2)) throw Object.assign(new Error('out of range'), { code: '22003' });
          return some.map((item) => item * 10);
        }),
      { maxItems: 10, atOnce: 1, maxWait: 1_000 },
    );
    const settled = await Promise.allSettled([1, 2, 3].map(work));
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([10, '22003', 30]);
    expect(calls).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test('do not repeat a statement that failed for another reason', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw Object.assign(new Error('shut down'), { code: '57P01' });
    };
    await expect(runSeparatelyOnDataError([1, 2], run)).rejects.toThrow('shut down');
    expect(runs).toBe(1);
  });
});
