import { enqueue } from '../src/core/jobs/queue.ts';
import { type Change, ready } from './operation-case.ts';
import { type Answer, authenticate, look, orderThatAsks, type Person } from './operation-person.ts';

/** The last order that waits for its card's holder. */
async function waiting({ portal, accountId }: Person): Promise<string> {
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from stripe_operations where account_id = $1 and state = 'requires_action'",
    [accountId],
  );
  return rows[0]?.id ?? '';
}

/** The holder confirms, then the page looks every now and then what became of the order. */
export function holder(person: Person): () => Promise<void> {
  let id: string | undefined;
  return async () => {
    const order = id ?? (await waiting(person));
    if (!id) await authenticate(person, () => look(person, order));
    id = order;
    await look(person, order);
  };
}

/** The holder's hour is over: the job comes that was set for then. */
async function hourPasses(person: Person, id: string): Promise<void> {
  await enqueue(
    person.portal.database.query,
    { name: 'stripe-operation', maxAttempts: 25 },
    { id, abandon: true },
    { key: `stripe-operation-${id}`, runAt: new Date() },
  );
}

/** An order that has waited for an hour. */
export async function forgotten(person: Person, order: () => Promise<Answer>): Promise<Change> {
  await orderThatAsks(person, order);
  const id = await waiting(person);
  return ready(person, async () => {
    await hourPasses(person, id);
    return undefined;
  });
}
