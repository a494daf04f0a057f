import { beforeAll, describe, expect, test } from 'vitest';
import type { FaultyProxy } from '../../../../test/faulty-proxy.ts';
import type { TestMirror } from '../../../../test/mirror.ts';
import { startMirrorBehindProxy } from '../../../../test/portal-behind-proxy.ts';
import { groupIntoSpans } from './readings.ts';

describe('grouping objects into spans', () => {
  const at = (...moments: (number | null)[]) => moments.map((created, index) => ({ id: String(index), created }));

  test('returns one span for objects created close together', () => {
    expect(groupIntoSpans(at(100, 130, 90, 150, 100))).toEqual([
      { ids: ['2', '0', '4', '1', '3'], created: { gte: 90, lte: 150 } },
    ]);
  });

  test('leaves out isolated objects and those with an unknown time', () => {
    expect(groupIntoSpans(at(1, 1_000, 2_000, 3_000, null, null, null, null, null))).toEqual([]);
  });

  test('returns spans of at most a page', () => {
    const spans = groupIntoSpans(at(...Array.from({ length: 150 }, (_, second) => second)));
    expect(spans.map(({ ids, created }) => [ids.length, created])).toEqual([
      [100, { gte: 0, lte: 99 }],
      [50, { gte: 100, lte: 149 }],
    ]);
  });
});

describe('reading objects created close together', () => {
  let started: TestMirror;
  let proxy: FaultyProxy;
  let wanted: { id: string; created: number }[];

  beforeAll(async () => {
    ({ started, proxy } = await startMirrorBehindProxy());
    const customer = await started.stripe.customers.create({});
    wanted = [];
    while (wanted.length < 6) {
      const { id = '', created } = await started.stripe.invoices.create({ customer: customer.id });
      wanted.push({ id, created });
    }
  });

  const [list, single] = [/^GET \/v1\/invoices(?:\?|$)/, /^GET \/v1\/invoices\/in_\w+$/];
  const callsLike = (pattern: RegExp) => proxy.calls.filter((call) => pattern.test(call)).length;
  const refresh = async () => {
    const [own, ...others] = wanted as [(typeof wanted)[0], ...typeof wanted];
    proxy.calls.length = 0;
    return started.app.gateway.mirror.refreshTogether('invoice', own, others);
  };

  test('needs one list', async () => {
    expect((await refresh()).size).toBe(6);
    expect([callsLike(list), callsLike(single)]).toEqual([1, 0]);
  });

  test('reads objects that the list does not contain individually, and marks deleted ones', async () => {
    await started.stripe.invoices.del(wanted[2]?.id ?? '');
    expect((await refresh()).size).toBe(6);
    expect([callsLike(list), callsLike(single)]).toEqual([1, 1]);
    const { rows } = await started.database.pool.query('select id from stripe_invoices where deleted');
    expect(rows).toEqual([{ id: wanted[2]?.id }]);
  });

  test('reads the needed object individually if the list fails', async () => {
    proxy.decide = (_method, path) => (path.startsWith('/v1/invoices?') ? 400 : undefined);
    expect([...(await refresh())]).toEqual([wanted[0]?.id]);
    proxy.decide = () => undefined;
  });
});
