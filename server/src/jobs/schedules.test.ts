import { expect, test } from 'vitest';
import { startFullPortal } from '../../test/full-portal.ts';

test('what the portal does by the clock, in UTC', async () => {
  const { app } = await startFullPortal();
  const scheduled = app.jobs.flatMap(({ name, schedule }) => (schedule === undefined ? [] : [[schedule, name]]));
  expect(scheduled.toSorted()).toEqual([
    ['*/15 * * * *', 'session-purge'],
    ['*/5 * * * *', 'stripe-catch-up'],
    ['17 3 * * *', 'purchase-forget-quotes'],
    ['17 3 * * *', 'stripe-repair'],
    ['23 3 * * *', 'invoices-forget-upcoming'],
  ]);
});
