import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal, testSecret } from '../../../test/full-portal.ts';
import { newPerson, subscribe } from '../../../test/operation-person.ts';
import type { Person as SessionPerson } from '../../http/session-context.ts';
import { createAudit } from '../audit/index.ts';
import { createSubscriptionChanges } from './subscriptions.changes.ts';
import { createSubscriptionQueries } from './subscriptions.queries.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

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
  const queries = createSubscriptionQueries(database);
  let looked = false;
  const changes = createSubscriptionChanges({
    database,
    operations: app.operations,
    audit: createAudit({ database, appSecret: testSecret }),
    describe: async () => ({}) as never,
    queries: {
      ...queries,
      find: async (...asked) => {
        const found = await queries.find(...asked);
        if (!looked) {
          looked = true;
          const isOnDate = first === onDate;
          await stripe.subscriptions.update(stripeId, isOnDate ? { cancel_at: '' } : { cancel_at_period_end: false });
          await stripe.subscriptions.update(stripeId, then());
          await refresh();
        }
        return found;
      },
    },
  });
  const { rows } = await database.pool.query('select id from users where account_id = $1', [person.accountId]);
  const actor = { accountId: null, userId: null, realUserId: null, address: null, requestId: null };
  const session = { user: { id: Number(rows[0].id) }, account: { id: person.accountId } } as SessionPerson;
  expect(await changes.restore(session, id, 'en', actor)).toMatchObject({ status: 'succeeded' });
  expect(await stripe.subscriptions.retrieve(stripeId)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  expect(await queries.find(person.accountId, id)).toMatchObject({ cancelAt: null });
});
