import { maxNoticeDays } from '@portico/contract';
import { findNoticeDays } from '../../accounts/index.ts';
import { listEndsAhead } from '../../billing/index.ts';
import { noticeDaysOf, type Product } from '../../catalog/index.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { daysUntil, dueWarning } from '../../core/mail/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { listLicenseEndsAhead } from '../../licensing/index.ts';
import type { ExpiryNoticesContext } from './expiry-notices.context.ts';
import { findTold, insertNotice, keyOf } from './expiry-notices.queries.ts';
import { dayOf, type End, type EndKind, endOfLicense, endOfSubscription, stepsOf } from './expiry-notices.rules.ts';
import { mailNotice } from './mail-notice.ts';

/** Ends that are looked at together. */
const batchSize = 200;
const dayMilliseconds = 86_400_000;

type Products = ReadonlyMap<string, Product>;

/** Mails what ends within some days: licenses, trials, renewals and what was canceled, once for each of the days (EXP-1 to EXP-5). */
export async function tellOfEnds(context: ExpiryNoticesContext, now: Date): Promise<void> {
  const products = await context.catalog.findProducts();
  const span = { from: now, until: new Date(now.getTime() + (maxNoticeDays + 1) * dayMilliseconds) };
  const on = context.database.query;
  await eachBatch(
    (after?: Awaited<ReturnType<typeof listEndsAhead>>[number]) => listEndsAhead(on, span, batchSize, after),
    (rows) =>
      tellOfBatch(
        context,
        rows.flatMap((row) => endOfSubscription(row) ?? []),
        products,
        now,
      ),
  );
  await eachBatch(
    (after?: Awaited<ReturnType<typeof listLicenseEndsAhead>>[number]) =>
      listLicenseEndsAhead(on, span, batchSize, after),
    (rows) =>
      tellOfBatch(
        context,
        rows.flatMap((row) => endOfLicense(row) ?? []),
        products,
        now,
      ),
  );
}

/** Reads rows in batches that each begin where the one before ended. */
async function eachBatch<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
  handle: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after);
    await handle(rows);
    after = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

async function tellOfBatch(
  context: ExpiryNoticesContext,
  ends: readonly End[],
  products: Products,
  now: Date,
): Promise<void> {
  const on = context.database.query;
  const days = await findNoticeDays(on, [...new Set(ends.map(({ accountId }) => accountId))]);
  // Accounts that nobody can use are not told of anything.
  const concerned = ends.filter(({ accountId }) => days.has(accountId));
  for (const [kind, some] of Map.groupBy(concerned, (end) => end.kind)) {
    const told = await findTold(on, kind satisfies EndKind, some);
    for (const end of some) {
      const steps = stepsOf(end, noticeDaysOf(days.get(end.accountId) ?? null, products.get(end.productId)));
      const daysLeft = daysUntil(dayOf(end.at), now);
      const due = dueWarning(daysLeft, told.get(keyOf(end)) ?? [], steps);
      if (due !== undefined) await tell(context, { end, due, daysLeft }, products);
    }
  }
}

/** Notes the notice and queues its mails, both or neither (EXP-4). Another process may have done so meanwhile. */
async function tell(
  context: ExpiryNoticesContext,
  { end, due, daysLeft }: { readonly end: End; readonly due: number; readonly daysLeft: number },
  products: Products,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if (await insertNotice(transaction, end, due)) await mailNotice(context, transaction, { end, daysLeft }, products);
  });
}

/** What tells accounts in time of licenses, trials, renewals and subscriptions that end. */
export function expiryNoticesModule(context: ExpiryNoticesContext): PortalModule {
  const tell: JobDefinition<never> = {
    name: 'expiry-notices-tell',
    maxAttempts: 5,
    schedule: '41 8 * * *',
    run: () => tellOfEnds(context, new Date()),
  };
  return { jobs: [tell] };
}
