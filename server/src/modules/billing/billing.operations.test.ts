import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startFullPortal, testSecret } from '../../../test/full-portal.ts';
import { createGateway, createStripeClient } from '../../stripe/index.ts';
import { sandboxKeys } from '../../stripe/sandbox-host.ts';
import { createAudit } from '../audit/index.ts';
import { createBillingOperations } from './billing.operations.ts';
import { createBillingQueries } from './billing.queries.ts';
import { createBillingService } from './billing.service.ts';

test('who looked for a customer before another request made it gets that one', async () => {
  const { database, sandbox, stripe } = await startFullPortal();
  const { rows } = await database.pool.query('select id, account_id from users where email = $1', [
    'owner@globex.example',
  ]);
  const client = createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase: sandbox.url });
  const gateway = createGateway(database, client, pino({ level: 'silent' }));
  const queries = createBillingQueries(database);
  const audit = createAudit({ database, appSecret: testSecret });
  for (const kind of createBillingOperations({ gateway, queries, audit })) gateway.operations.register(kind);
  const serviceWith = (findBillingAccount: typeof queries.findBillingAccount) =>
    createBillingService({
      database,
      gateway,
      queries: { ...queries, findBillingAccount },
      listCardsInUse: async () => new Set(),
    });
  const quick = serviceWith(queries.findBillingAccount);
  const session = {
    user: { id: Number(rows[0].id), email: 'owner@globex.example' },
    account: { id: Number(rows[0].account_id) },
  } as Parameters<typeof quick.ensureCustomer>[0];

  let madeMeanwhile: string | undefined;
  const slow = serviceWith(async (accountId) => {
    const found = await queries.findBillingAccount(accountId);
    madeMeanwhile ??= await quick.ensureCustomer(session);
    return found;
  });
  expect(await slow.ensureCustomer(session)).toBe(madeMeanwhile);
  expect((await stripe.customers.list({ email: 'owner@globex.example' })).data).toHaveLength(1);
});
