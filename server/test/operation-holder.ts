import { enqueue } from '../src/core/jobs/queue.ts';
import { type Change, createChange } from './operation-case.ts';
import { type Answer, authenticate, fetchOrder, orderWithAuthentication, type Person } from './operation-person.ts';

/** The last order that waits for its cardholder. */
async function findWaitingOrder({ portal, accountId }: Person): Promise<string> {
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from stripe_operations where account_id = $1 and state = 'requires_action'",
    [accountId],
  );
  return rows[0]?.id ?? '';
}

/** The cardholder authenticates; then the page polls the order. */
export function createCardholder(person: Person): () => Promise<void> {
  let id: string | undefined;
  return async () => {
    const order = id ?? (await findWaitingOrder(person));
    if (!id) await authenticate(person, () => fetchOrder(person, order));
    id = order;
    await fetchOrder(person, order);
  };
}

/** The cardholder's hour is over: runs the job that was scheduled for that time. */
async function runExpiryJob(person: Person, id: string): Promise<void> {
  await enqueue(
    person.portal.database.query,
    { name: 'stripe-operation', maxAttempts: 25 },
    { id, abandon: true },
    { key: `stripe-operation-${id}`, runAt: new Date() },
  );
}

/** An order that has waited for an hour. */
export async function expiredOrder(person: Person, order: () => Promise<Answer>): Promise<Change> {
  await orderWithAuthentication(person, order);
  const id = await findWaitingOrder(person);
  return createChange(person, async () => {
    await runExpiryJob(person, id);
    return undefined;
  });
}
