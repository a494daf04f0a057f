import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal, testSecret } from '../../../test/full-portal.ts';
import { newPerson, type Person, subscribe } from '../../../test/operation-person.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Person as SessionPerson } from '../../http/session-context.ts';
import { createAudit } from '../audit/index.ts';
import { createCatalog } from '../catalog/index.ts';
import { hasOpenInvoice } from '../invoices/index.ts';
import type { SubscriptionsContext } from './index.ts';
import { restoreSubscription } from './subscriptions.cancellation.ts';
import { findSubscription } from './subscriptions.queries.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

/** The context of a request that has read the subscription before something else happens. */
async function contextOfWhoReadBefore(
  { accountId, email }: Person,
  happens: () => Promise<unknown>,
): Promise<SubscriptionsContext & RequestContext<SessionPerson>> {
  const { app, database } = portal;
  const { rows } = await database.pool.query('select id from users where account_id = $1', [accountId]);
  const userId = Number(rows[0].id);
  let happened = false;
  const transaction: typeof database.transaction = async (work) => {
    if (!happened) {
      happened = true;
      await happens();
    }
    return database.transaction(work);
  };
  return {
    database,
    gateway: app.gateway,
    operations: { ...app.operations, database: { ...database, transaction } },
    audit: createAudit({ database, appSecret: testSecret }),
    catalog: createCatalog({ database }),
    hasOpenInvoice,
    session: { user: { id: userId, email }, account: { id: accountId } },
    accountId,
    actor: { accountId, userId, realUserId: userId, address: null, requestId: null },
    locale: 'en',
  };
}

const onDate = () => ({ cancel_at: Math.floor(Date.now() / 1000) + 5 * 86_400 });
const atPeriodEnd = () => ({ cancel_at_period_end: true });

test.each([
  ['its period', atPeriodEnd, onDate],
  ['a day of its own', onDate, atPeriodEnd],
])('restoring one that was to end with %s takes back how it ends since', async (_, first, then) => {
  const person = await newPerson(portal);
  const { id, stripeId } = await subscribe(person);
  const { stripe, app, database } = portal;
  const refresh = () => app.gateway.mirror.refresh('subscription', stripeId);
  await stripe.subscriptions.update(stripeId, first());
  await refresh();
  let happened = false;
  const context = await contextOfWhoReadBefore(person, async () => {
    happened = true;
    await stripe.subscriptions.update(stripeId, first === onDate ? { cancel_at: '' } : { cancel_at_period_end: false });
    await stripe.subscriptions.update(stripeId, then());
    await refresh();
  });
  expect(await restoreSubscription(context, id)).toMatchObject({ status: 'succeeded' });
  expect(happened).toBe(true);
  expect(await stripe.subscriptions.retrieve(stripeId)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  expect(await findSubscription(database.query, person.accountId, id)).toMatchObject({ cancelAt: null });
});
