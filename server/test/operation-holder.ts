import { enqueue } from '../src/core/jobs/queue.ts';
import { type Change, ready } from './operation-case.ts';
import { type Answer, authenticate, look, orderWithAuthentication, type Person } from './operation-person.ts';

/** The last order that waits for its cardholder. */
async function waiting({ portal, accountId }: Person): Promise<string> {
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from stripe_operations where account_id = $1 and state = 'requires_action'",
    [accountId],
  );
  return rows[0]?.id ?? '';
}

/** The cardholder authenticates; then the page polls the order. */
export function holder(person: Person): () => Promise<void> {
  let id: string | undefined;
  return async () => {
    const order = id ?? (await waiting(person));
    if (!id) await authenticate(person, () => look(person, order));
    id = order;
    await look(person, order);
  };
}

/** The cardholder's hour is over: runs the job that was scheduled for that time. */
async function hourPasses(person: Person, id: string): Promise<void> {
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
  const id = await waiting(person);
  return ready(person, async () => {
    await hourPasses(person, id);
    return undefined;
  });
}
