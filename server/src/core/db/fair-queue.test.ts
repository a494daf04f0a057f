import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { currentCaller, FairQueue } from './fair-queue.ts';

describe('a fair queue', () => {
  let queue: FairQueue<{ name: string }>;
  const add = (caller: string | undefined, ...names: string[]) => {
    for (const name of names) {
      if (caller === undefined) queue.push({ name });
      else currentCaller.run(caller, () => queue.push({ name }));
    }
  };
  const serve = (count = queue.length) => Array.from({ length: count }, () => queue.shift()?.name);

  beforeEach(() => {
    queue = new FairQueue();
  });

  test('serves each caller once in a round, in the order of arrival', () => {
    add('a', 'a1', 'a2', 'a3');
    add('b', 'b1', 'b2');
    add('c', 'c1');
    expect(serve()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('gives a caller who returns in the same round no second turn before others', () => {
    add('many', 'm1', 'm2', 'm3');
    add('few', 'f1');
    expect(serve(2)).toEqual(['m1', 'f1']);
    add('few', 'f2');
    expect(serve(2)).toEqual(['m2', 'f2']);
    add('few', 'f3');
    expect(serve()).toEqual(['m3', 'f3']);
  });

  test('serves a newcomer before callers who were served in this round', () => {
    add('a', 'a1', 'a2');
    serve(1);
    add('b', 'b1');
    expect(serve()).toEqual(['b1', 'a2']);
  });

  test("counts each item of the portal's own work as a caller", () => {
    add('a', 'a1', 'a2');
    add(undefined, 'own1', 'own2');
    add('b', 'b1');
    expect(serve()).toEqual(['a1', 'own1', 'own2', 'b1', 'a2']);
  });

  test('returns how many items a caller would have to wait for', () => {
    add('a', 'a1', 'a2', 'a3');
    add('b', 'b1');
    expect(['a', 'b', 'c', undefined].map((caller) => queue.countBefore(caller))).toEqual([4, 3, 2, 2]);
    serve(1);
    expect(['a', 'b', 'c', undefined].map((caller) => queue.countBefore(caller))).toEqual([3, 2, 1, 1]);
  });

  test('returns the turn of a removed item', () => {
    add('a', 'a1', 'a2', 'a3');
    add('b', 'b1');
    queue.splice(
      queue.findIndex(({ name }) => name === 'a1'),
      1,
    );
    add('b', 'b2');
    expect(serve()).toEqual(['b1', 'a2', 'b2', 'a3']);
  });
});

test('database connections are given to callers in turn', async () => {
  const database = await createTestDatabase();
  const held = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
  const answered: string[] = [];
  const ask = (caller: string) =>
    currentCaller.run(caller, async () => {
      await database.pool.query('select 1');
      answered.push(caller);
    });
  const all = [...Array.from({ length: 20 }, () => ask('many')), ask('few'), ask('few')];
  expect(database.waitingBefore('many')).toBe(22);
  expect(database.waitingBefore('another')).toBe(2);
  // One connection serves them one after another.
  held.pop()?.release();
  await Promise.all(all);
  for (const connection of held) connection.release();
  expect(answered.slice(0, 5)).toEqual(['many', 'few', 'many', 'few', 'many']);
  expect(answered).toHaveLength(22);
});
