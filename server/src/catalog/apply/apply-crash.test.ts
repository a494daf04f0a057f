import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import type { CatalogGateway } from '../../core/stripe/calls/catalog-gateway.ts';
import { catalogFiles, edited, exampleCatalog, startTestStripe } from '../catalog.test-support.ts';
import { applyCatalog, diffCatalog } from './apply-catalog.ts';

class Died extends Error {}

/** A gateway that fails at its `n`th changing call, before the call reaches Stripe or after it succeeded there. */
function createDyingGateway(gateway: CatalogGateway, n: number, when: 'before' | 'after'): CatalogGateway {
  let calls = 0;
  return Object.fromEntries(
    Object.entries(gateway).map(([name, method]) => [
      name,
      name.startsWith('list') || name.startsWith('find')
        ? method
        : async (...parameters: unknown[]) => {
            calls += 1;
            if (calls === n && when === 'before') throw new Died();
            const result = await (method as (...all: unknown[]) => Promise<unknown>)(...parameters);
            if (calls === n) throw new Died();
            return result;
          },
    ]),
  ) as unknown as CatalogGateway;
}

describe('an apply that crashes', async () => {
  const { read } = catalogFiles();
  const small = edited(
    exampleCatalog,
    [exampleCatalog.slice(exampleCatalog.indexOf('    addons:'), exampleCatalog.indexOf('  - id: desk\n')), ''],
    [
      exampleCatalog.slice(
        exampleCatalog.indexOf('      - id: scan-basic'),
        exampleCatalog.indexOf('      - id: scan-enterprise'),
      ),
      '',
    ],
  );
  const later = edited(
    small,
    ['amount: 49.00', 'amount: 59.00'],
    ['percentOff: 20', 'percentOff: 30'],
    [', amount: 5 }', ', amount: 6 }'],
  );

  test.each(['before', 'after'] as const)(
    'is completed by the next, wherever it crashed (%s the call)',
    async (when) => {
      const database = await createTestDatabase();
      const { gateway, stripe } = await startTestStripe(database.url);
      const run = (text: string, through: CatalogGateway) =>
        applyCatalog({ database, gateway: through, catalog: read(text) });

      // Each apply crashes one call later than the previous one, until one succeeds.
      for (const text of [small, later]) {
        let survived = false;
        for (let n = 1; !survived && n < 60; n += 1) {
          survived = await run(text, createDyingGateway(gateway, n, when)).then(
            () => true,
            (error: unknown) => {
              if (!(error instanceof Died)) throw error;
              return false;
            },
          );
        }
        expect(survived).toBe(true);
        await run(text, gateway);
        expect(await diffCatalog({ database, gateway, catalog: read(text) })).toEqual({
          changes: [],
          steps: [],
          endings: [],
        });
      }

      const prices = (await stripe.prices.list({ limit: 100 })).data;
      const active = prices.filter((price) => price.active).map(({ metadata }) => metadata.portico_catalog_id);
      const ids = read(later).definition.prices.map(({ id }) => id);
      expect(active.sort()).toEqual([...ids].sort());
      // Two prices were amended once each: nothing was created twice.
      expect(prices).toHaveLength(ids.length + 2);
      const codes = (await stripe.promotionCodes.list({ active: true })).data.map(({ code }) => code);
      expect(codes.sort()).toEqual(['DESK5', 'WELCOME20']);
    },
  );

  test('never leaves on sale what Stripe does not sell', async () => {
    const database = await createTestDatabase();
    const { gateway, stripe } = await startTestStripe(database.url);
    const run = (text: string, through: CatalogGateway) =>
      applyCatalog({ database, gateway: through, catalog: read(text) });
    await run(small, gateway);
    for (let n = 1; n < 12; n += 1) {
      await run(n % 2 ? later : small, createDyingGateway(gateway, n, 'after')).catch(() => {});
      const { rows } = await database.pool.query<{ id: string }>(
        'select stripe_price_id as id from catalog_prices where current',
      );
      const active = new Set((await stripe.prices.list({ active: true, limit: 100 })).data.map(({ id }) => id));
      expect(rows.filter(({ id }) => !active.has(id))).toEqual([]);
    }
  });

  test('moves to another Stripe account with the database', async () => {
    const database = await createTestDatabase();
    const [first, second] = [await createTestDatabase(), await createTestDatabase()];
    const { gateway: sandbox } = await startTestStripe(first.url);
    const { gateway: real, stripe } = await startTestStripe(second.url);
    await applyCatalog({ database, gateway: sandbox, catalog: read(small) });
    const { changes } = await applyCatalog({ database, gateway: real, catalog: read(small) });
    expect(changes).toEqual([]);
    const { rows } = await database.pool.query<{ id: string }>(
      'select stripe_price_id as id from catalog_prices where current',
    );
    expect((await stripe.prices.list({ active: true, limit: 100 })).data.map(({ id }) => id).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
  });
});
