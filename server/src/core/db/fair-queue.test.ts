import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Caller, currentCaller, FairQueue } from './fair-queue.ts';

describe('a fair queue', () => {
  let queue: FairQueue<{ name: string }>;
  const add = (caller: Caller | undefined, ...names: string[]) => {
    for (const name of names) {
      if (caller === undefined) queue.push({ name });
      else currentCaller.run(caller, () => queue.push({ name }));
    }
  };
  const serve = (count = queue.length) => Array.from({ length: count }, () => queue.shift()?.name);

  const places = () =>
    (['account 1', 'account 2', 'account 3', undefined] as const).map((caller) => queue.countBefore(caller));

  beforeEach(() => {
    queue = new FairQueue();
  });

  test('serves each caller once in a round, in the order of arrival', () => {
    add('account 1', 'a1', 'a2', 'a3');
    add('account 2', 'b1', 'b2');
    add('account 3', 'c1');
    expect(serve()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('gives a caller who returns in the same round no second turn before the others', () => {
    add('account 1', 'm1', 'm2', 'm3');
    add('account 2', 'f1');
    expect(serve(2)).toEqual(['m1', 'f1']);
    add('account 2', 'f2');
    expect(serve(2)).toEqual(['m2', 'f2']);
    add('account 2', 'f3');
    expect(serve()).toEqual(['m3', 'f3']);
  });

  test('serves a newcomer before callers who were served in this round', () => {
    add('account 1', 'a1', 'a2');
    serve(1);
    add('account 2', 'b1');
    expect(serve()).toEqual(['b1', 'a2']);
  });

  test("counts each item of the portal's own work as a caller", () => {
    add('account 1', 'a1', 'a2');
    add(undefined, 'own1', 'own2');
    add('account 2', 'b1');
    expect(serve()).toEqual(['a1', 'own1', 'own2', 'b1', 'a2']);
  });

  test('returns how many items a caller would have to wait for', () => {
    add('account 1', 'a1', 'a2', 'a3');
    add('account 2', 'b1');
    expect(places()).toEqual([4, 3, 2, 2]);
    serve(1);
    expect(places()).toEqual([3, 2, 1, 1]);
  });

  test('gives back the turn of an item that is removed', () => {
    add('account 1', 'a1', 'a2', 'a3');
    add('account 2', 'b1');
    queue.splice(
      queue.findIndex(({ name }) => name === 'a1'),
      1,
    );
    add('account 2', 'b2');
    expect(serve()).toEqual(['b1', 'a2', 'b2', 'a3']);
  });

  test('alternates between accounts and addresses, whatever their number', () => {
    for (let index = 1; index <= 300; index += 1) add(`address ${index}`, `n${index}`);
    add('account 1', 'a1', 'a2');
    add('account 2', 'b1');
    add(undefined, 'own');
    expect(serve(10)).toEqual(['a1', 'n1', 'b1', 'n2', 'own', 'n3', 'a2', 'n4', 'n5', 'n6']);
    add('account 1', 'a3');
    expect(serve(2)).toEqual(['a3', 'n7']);
  });

  test('makes an account wait for at most one item of an address per item of an account', () => {
    for (let index = 1; index <= 300; index += 1) add(`address ${index}`, `n${index}`);
    expect(queue.countBefore('account 1')).toBe(0);
    expect(queue.countBefore('address new')).toBe(300);
    add('account 1', 'a1', 'a2', 'a3');
    expect(places()).toEqual([6, 2, 2, 2]);
    serve(1);
    expect(places(), 'an address is next').toEqual([5, 1, 1, 1]);
  });

  test('makes an address wait for at most one item of an account per item of an address', () => {
    for (let index = 1; index <= 300; index += 1) add(`account ${index}`, `a${index}`);
    add('address 1', 'n1');
    expect(queue.countBefore('address 2')).toBe(3);
    expect(serve(3)).toEqual(['a1', 'n1', 'a2']);
  });

  test.each(['account 1', 'address 1', undefined] as const)(
    'serves a new item of %s after exactly as many items as it counted before',
    (caller) => {
      for (const count of [0, 1, 2, 5]) {
        queue = new FairQueue();
        for (let index = 1; index <= 4; index += 1) add(`address ${index}`, `n${index}`, `n${index}'`);
        for (let index = 1; index <= 3; index += 1) add(`account ${index}`, `a${index}`, `a${index}'`);
        add(undefined, 'own');
        serve(count);
        const place = queue.countBefore(caller);
        add(caller, 'new');
        expect(serve().indexOf('new')).toBe(place);
      }
    },
  );
});

test('database connections are given to callers in turn', async () => {
  const database = await createTestDatabase();
  const held = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
  const answered: Caller[] = [];
  const ask = (caller: Caller) =>
    currentCaller.run(caller, async () => {
      await database.pool.query('select 1');
      answered.push(caller);
    });
  const all = [...Array.from({ length: 20 }, () => ask('account 1')), ask('account 2'), ask('account 2')];
  expect(database.waitingBefore('account 1')).toBe(22);
  expect(database.waitingBefore('account 3')).toBe(2);
  // One connection serves them one after another.
  held.pop()?.release();
  await Promise.all(all);
  for (const connection of held) connection.release();
  expect(answered.slice(0, 5)).toEqual(['account 1', 'account 2', 'account 1', 'account 2', 'account 1']);
  expect(answered).toHaveLength(22);
});
