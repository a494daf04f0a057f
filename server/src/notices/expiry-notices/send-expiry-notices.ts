import { maxNoticeDays } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findNoticeDays } from '../../accounts/index.ts';
import { type EndingSubscription, listUpcomingEnds } from '../../billing/index.ts';
import { type Product, selectNoticeDays } from '../../catalog/index.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { daysUntil, dueWarning } from '../../core/mail/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { type LicenseRow, listLicenseEndsAhead } from '../../licensing/index.ts';
import type { ExpiryNoticesContext } from './expiry-notices.context.ts';
import { expiryKey, findSentNotices, insertNotice } from './expiry-notices.queries.ts';
import {
  applicableNoticeDays,
  type Expiry,
  type ExpiryKind,
  toLicenseExpiry,
  toSubscriptionExpiry,
  utcDay,
} from './expiry-notices.rules.ts';
import { mailNotice } from './mail-notice.ts';

const batchSize = 200;

type Products = ReadonlyMap<string, Product>;

/** Mails the licenses, trials, renewals and canceled subscriptions that end soon, once for each notice day (EXP-1 to EXP-5). */
export async function sendExpiryNotices(context: ExpiryNoticesContext, now: Date): Promise<void> {
  const products = await context.catalog.findProducts();
  const span = { from: now, until: new Date(now.getTime() + (maxNoticeDays + 1) * millisecondsInDay) };
  const on = context.database.query;
  const send = (ends: readonly (Expiry | undefined)[]) =>
    sendBatch(
      context,
      ends.filter((end) => end !== undefined),
      products,
      now,
    );
  const subscriptions = inBatches<EndingSubscription>(batchSize, (after) =>
    listUpcomingEnds(on, span, batchSize, after),
  );
  for await (const rows of subscriptions) await send(rows.map(toSubscriptionExpiry));
  const licenses = inBatches<LicenseRow>(batchSize, (after) => listLicenseEndsAhead(on, span, batchSize, after));
  for await (const rows of licenses) await send(rows.map(toLicenseExpiry));
}

async function sendBatch(
  context: ExpiryNoticesContext,
  ends: readonly Expiry[],
  products: Products,
  now: Date,
): Promise<void> {
  const on = context.database.query;
  const days = await findNoticeDays(on, [...new Set(ends.map(({ accountId }) => accountId))]);
  // Disabled accounts get no mail.
  const concerned = ends.filter(({ accountId }) => days.has(accountId));
  for (const [kind, some] of Map.groupBy(concerned, (end) => end.kind)) {
    const sent = await findSentNotices(on, kind satisfies ExpiryKind, some);
    for (const end of some) {
      const steps = applicableNoticeDays(
        end,
        selectNoticeDays(days.get(end.accountId) ?? null, products.get(end.productId)),
      );
      const daysLeft = daysUntil(utcDay(end.at), now);
      const due = dueWarning(daysLeft, sent.get(expiryKey(end)) ?? [], steps);
      if (due !== undefined) await send(context, { end, due, daysLeft }, products);
    }
  }
}

/** Records the notice and queues its mails, both or neither (EXP-4), unless another process has done so. */
async function send(
  context: ExpiryNoticesContext,
  { end, due, daysLeft }: { readonly end: Expiry; readonly due: number; readonly daysLeft: number },
  products: Products,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if (await insertNotice(transaction, end, due)) await mailNotice(context, transaction, { end, daysLeft }, products);
  });
}

export function expiryNoticesModule(context: ExpiryNoticesContext): PortalModule {
  const job: JobDefinition<never> = {
    name: 'expiry-notices-tell',
    maxAttempts: 5,
    schedule: '41 8 * * *',
    run: () => sendExpiryNotices(context, new Date()),
  };
  return { jobs: [job] };
}
