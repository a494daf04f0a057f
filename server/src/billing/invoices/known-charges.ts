import { findAccountBillingDetails } from '../../accounts/index.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';
import { listRenewing } from '../subscriptions/scheduled-changes.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { isCurrent, type KnownCharge, usablePreview } from './known-charges.rules.ts';
import { listDueCharges } from './upcoming.rules.ts';
import {
  addStoredPreviews,
  chargedSubscription,
  fetchUpcomingInvoices,
  type Renewal,
  type UpcomingContext,
} from './upcoming.service.ts';

/** The maximum number of subscriptions that are shown and refreshed. */
const maxSubscriptions = 20;

/** The maximum number of refreshes per account and minute, however often the charges are viewed (BOV-2). */
const refreshLimit = defineLimit('known-charges', 4, 60);

interface RefreshRequest {
  readonly accountId: number;
}

const job = { name: 'invoices-reckon-upcoming', maxAttempts: 3 } as const;

export interface KnownCharges {
  /** The nearest first. */
  readonly charges: readonly KnownCharge[];
  /** Whether a job is refreshing the charges. */
  readonly isBeingReckoned: boolean;
}

/**
 * The next charges of an account's renewals, from stored previews and the mirror (BOV-1). Makes no call to Stripe. If a preview is missing or may have
 * changed, a job fetches it.
 */
export async function listKnownCharges(
  {
    database,
    catalog,
  }: Pick<InvoicesContext, 'database'> & { readonly catalog: Pick<InvoicesContext['catalog'], 'findByStripePrice'> },
  { accountId, customerId }: { readonly accountId: number; readonly customerId: string | null },
): Promise<KnownCharges> {
  const [renewing, customer] = await Promise.all([
    listRenewing(database.query, catalog, accountId),
    customerId === null ? undefined : findMirroredCustomer(database.query, customerId),
  ]);
  const renewals = await addStoredPreviews(database, customerId, renewing);
  const subjects = renewals
    .filter((renewal) => renewal.preview !== null || !isCurrent(renewal))
    .map((renewal) => {
      const preview = usablePreview(renewal);
      return { renewal, preview, charged: chargedSubscription(renewal, preview) };
    });
  const all = subjects.map(({ charged }) => charged);
  const charges = subjects.slice(0, maxSubscriptions).flatMap(({ renewal, preview, charged }): KnownCharge[] => {
    const [first] = listDueCharges(charged, all, customer?.balance ?? 0);
    if (!first) return [];
    const { id, productId, currency } = renewal;
    const { at, total, amountDue } = first;
    return [{ subscriptionId: id, productId, currency, at, total, amountDue, preview }];
  });
  const isOutdated = renewals.slice(0, maxSubscriptions).some((renewal) => !isCurrent(renewal));
  return {
    charges: charges.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    isBeingReckoned: isOutdated && (await enqueueRefresh(database, accountId)),
  };
}

/** @returns whether a job was enqueued */
async function enqueueRefresh(database: InvoicesContext['database'], accountId: number): Promise<boolean> {
  if (!(await refreshLimit.tryTake(database, accountId))) return false;
  await enqueue<RefreshRequest>(database.query, job, { accountId }, { key: `${job.name}:${accountId}` });
  return true;
}

/** Fetches the upcoming invoices of an account from Stripe and stores them (BOV-2). */
export function refreshUpcomingInvoicesJob(context: UpcomingContext): JobDefinition<RefreshRequest> {
  return {
    ...job,
    async run({ accountId }) {
      const { database, catalog } = context;
      const { customerId } = await findAccountBillingDetails(database.query, accountId);
      const renewing = await listRenewing(database.query, catalog, accountId);
      const renewals: readonly Renewal[] = await addStoredPreviews(database, customerId, renewing);
      await fetchUpcomingInvoices(context, renewals.slice(0, maxSubscriptions));
    },
  };
}
