import { maxNoticeDays } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findNoticeDays } from '../../accounts/index.ts';
import { type EndingSubscription, listEndsAhead } from '../../billing/index.ts';
import { type Product, selectNoticeDays } from '../../catalog/index.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { daysUntil, dueWarning } from '../../core/mail/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { type LicenseRow, listLicenseEndsAhead } from '../../licensing/index.ts';
import type { ExpiryNoticesContext } from './expiry-notices.context.ts';
import { findTold, insertNotice, keyOf } from './expiry-notices.queries.ts';
import { dayOf, type End, type EndKind, endOfLicense, endOfSubscription, stepsOf } from './expiry-notices.rules.ts';
import { mailNotice } from './mail-notice.ts';

/** Ends that are looked at together. */
const batchSize = 200;

type Products = ReadonlyMap<string, Product>;

/** Mails the licenses, trials, renewals and canceled subscriptions that end soon, once for each notice day (EXP-1 to EXP-5). */
export async function sendExpiryNotices(context: ExpiryNoticesContext, now: Date): Promise<void> {
  const products = await context.catalog.findProducts();
  const span = { from: now, until: new Date(now.getTime() + (maxNoticeDays + 1) * millisecondsInDay) };
  const on = context.database.query;
  const send = (ends: readonly (End | undefined)[]) =>
    sendBatch(
      context,
      ends.filter((end) => end !== undefined),
      products,
      now,
    );
  const subscriptions = inBatches<EndingSubscription>(batchSize, (after) => listEndsAhead(on, span, batchSize, after));
  for await (const rows of subscriptions) await send(rows.map(endOfSubscription));
  const licenses = inBatches<LicenseRow>(batchSize, (after) => listLicenseEndsAhead(on, span, batchSize, after));
  for await (const rows of licenses) await send(rows.map(endOfLicense));
}

async function sendBatch(
  context: ExpiryNoticesContext,
  ends: readonly End[],
  products: Products,
  now: Date,
): Promise<void> {
  const on = context.database.query;
  const days = await findNoticeDays(on, [...new Set(ends.map(({ accountId }) => accountId))]);
  // Disabled accounts get no mail.
  const concerned = ends.filter(({ accountId }) => days.has(accountId));
  for (const [kind, some] of Map.groupBy(concerned, (end) => end.kind)) {
    const told = await findTold(on, kind satisfies EndKind, some);
    for (const end of some) {
      const steps = stepsOf(end, selectNoticeDays(days.get(end.accountId) ?? null, products.get(end.productId)));
      const daysLeft = daysUntil(dayOf(end.at), now);
      const due = dueWarning(daysLeft, told.get(keyOf(end)) ?? [], steps);
      if (due !== undefined) await send(context, { end, due, daysLeft }, products);
    }
  }
}

/** Notes the notice and queues its mails, both or neither (EXP-4). Another process may have done so meanwhile. */
async function send(
  context: ExpiryNoticesContext,
  { end, due, daysLeft }: { readonly end: End; readonly due: number; readonly daysLeft: number },
  products: Products,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if (await insertNotice(transaction, end, due)) await mailNotice(context, transaction, { end, daysLeft }, products);
  });
}

/** Announces licenses, trials and subscriptions that end, and renewals. */
export function expiryNoticesModule(context: ExpiryNoticesContext): PortalModule {
  const job: JobDefinition<never> = {
    name: 'expiry-notices-tell',
    maxAttempts: 5,
    schedule: '41 8 * * *',
    run: () => sendExpiryNotices(context, new Date()),
  };
  return { jobs: [job] };
}
