import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import type { Config } from '../config.ts';
import { InstallationError } from '../db/installation.ts';
import { runQueries } from './mirror/runs.queries.ts';
import { claimProvider } from './provider.ts';

const sandbox: Config['stripe'] = { kind: 'sandbox', port: 0, apiBase: undefined };
const stripe = (mode: 'test' | 'live'): Config['stripe'] => ({
  kind: 'stripe',
  secretKey: `sk_${mode}_1`,
  publishableKey: `pk_${mode}_1`,
  webhookSecret: 'whsec_0123456789abcdef',
  apiBase: undefined,
});

describe('the provider to which a database is bound', async () => {
  const database = await createTestDatabase();
  /** `undefined` if Stripe does not return the account. */
  const claim = (settings: Config['stripe'], account?: string) =>
    claimProvider(database, settings, async () => account ?? null);
  const bound = async () => {
    const { rows } = await database.pool.query("select value from installation where key = 'stripe'");
    return rows[0]?.value;
  };
  const addCustomer = () =>
    database.pool.query(
      "insert into stripe_customers (id, created, data, synced_at) values ('cus_1', now(), '{}', now())",
    );

  beforeEach(async () => {
    await database.pool.query('delete from installation; delete from stripe_customers; delete from stripe_mirror_runs');
  });

  test.each([
    ['the sandbox', sandbox, undefined, stripe('live'), 'acct_1', /of the sandbox, and.* acct_1 in live mode/s],
    ['an account', stripe('live'), 'acct_1', sandbox, undefined, /account acct_1 in live mode, and.*name the sandbox/s],
    ['test mode', stripe('test'), 'acct_1', stripe('live'), 'acct_1', /in test mode, and.*in live mode/s],
    ['one account', stripe('live'), 'acct_1', stripe('live'), 'acct_2', /account acct_1 .*account acct_2/s],
  ] as const)(
    'stays %s, and settings with another provider are rejected',
    async (_what, first, account, then, other, words) => {
      await claim(first, account);
      await addCustomer();
      const before = await bound();
      const refusal = await claim(then, other).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(InstallationError);
      expect((refusal as Error).message).toMatch(words);
      expect((refusal as Error).message).toContain('DATABASE_URL');
      expect(await bound()).toEqual(before);
      await claim(first, account);
    },
  );

  test('is identified only by its mode if Stripe does not return the account', async () => {
    await claim(stripe('live'));
    await addCustomer();
    expect(await bound()).toEqual({ mode: 'live', account: null });
    await claim(stripe('live'), 'acct_1');
    expect(await bound()).toEqual({ mode: 'live', account: 'acct_1' });
    await claim(stripe('live'));
    expect(await bound()).toEqual({ mode: 'live', account: 'acct_1' });
    await expect(claim(stripe('live'), 'acct_2')).rejects.toThrow(InstallationError);
  });

  test('may change while the database contains no ids, and its mirror is then filled from the beginning', async () => {
    await claim(sandbox);
    const { run } = await runQueries.begin(database.query, {
      kind: 'backfill',
      since: null,
      steps: [],
      readingNumber: 0,
    });
    await runQueries.finish(database.query, run.id, 'done', null);
    await claim(sandbox);
    expect(await runQueries.hasBackfilled(database.query)).toBe(true);
    await claim(stripe('live'), 'acct_1');
    expect(await bound()).toEqual({ mode: 'live', account: 'acct_1' });
    expect(await runQueries.hasBackfilled(database.query)).toBe(false);
  });
});
