import { expect, test, vi } from 'vitest';
import type { Database } from '../../db/database.ts';
import { eventQueries } from './events.queries.ts';
import { type StoredEvent, toStoredEvent } from './events.ts';
import { createEventIntake, storeEvent } from './intake.ts';

const event = (id: string) =>
  toStoredEvent({ id, type: 'customer.updated', created: 1, data: { object: { id: 'cus_1', object: 'customer' } } });

function recordStatements(fails: (events: readonly StoredEvent[]) => boolean = () => false) {
  const statements: string[][] = [];
  vi.spyOn(eventQueries, 'receive').mockImplementation(async (_on, events) => {
    statements.push(events.map(({ id }) => id));
    await new Promise((resolve) => setImmediate(resolve));
    if (fails(events)) throw new Error('refused');
    return [];
  });
  return { statements, intake: createEventIntake({} as Database) };
}

test('stores events that arrive while a statement runs together', async () => {
  const { statements, intake } = recordStatements();
  await Promise.all(['a', 'b', 'c'].map((id) => storeEvent(intake, event(id))));
  await storeEvent(intake, event('d'));
  expect(statements).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('rejects only the event that cannot be stored', async () => {
  const { intake } = recordStatements((events) => events.some(({ id }) => id === 'bad'));
  const results = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((id) => storeEvent(intake, event(id))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});
