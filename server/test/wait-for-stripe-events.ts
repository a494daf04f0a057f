import { expect, vi } from 'vitest';
import { webhookEvents } from '../src/core/stripe/events/webhook-events.ts';
import type { FullPortal } from './full-portal.ts';

/**
 * Waits until all of Stripe's events were received and their jobs have run, so that no further calls interfere with the
 * test.
 */
export async function waitForStripeEvents({ stripe, database }: FullPortal): Promise<void> {
  const handledTypes: ReadonlySet<string> = new Set(webhookEvents);
  await vi.waitFor(
    async () => {
      let happened = 0;
      for await (const { type } of stripe.events.list({ limit: 100 })) if (handledTypes.has(type)) happened += 1;
      const { rows } = await database.pool.query<{ taken: number; open: number; jobs: number }>(
        `select count(*)::int as taken, count(*) filter (where applied_at is null)::int as open,
          (select count(*)::int from graphile_worker.jobs where run_at <= now()) as jobs
        from stripe_events`,
      );
      expect(rows[0]).toEqual({ taken: happened, open: 0, jobs: 0 });
    },
    { timeout: 60_000, interval: 100 },
  );
}
