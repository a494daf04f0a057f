import { findAccountBillingDetails } from '../../accounts/index.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';
import { listRenewing } from '../subscriptions/scheduled-changes.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { isCurrent, type KnownCharge, usablePreview } from './known-charges.rules.ts';
import { listDueCharges } from './upcoming.rules.ts';
import {
  askFor,
  chargedSubscription,
  type Renewal,
  type UpcomingContext,
  withKeptPreviews,
} from './upcoming.service.ts';

/** Subscriptions whose charges are told, and reckoned together. */
const mostSubscriptions = 20;

/** Times that an account's charges are reckoned in a minute at most, however often they are looked at (BOV-2). */
const reckoningLimit = defineLimit('known-charges', 4, 60);

interface ReckoningRequest {
  readonly accountId: number;
}

const job = { name: 'invoices-reckon-upcoming', maxAttempts: 3 } as const;

export interface KnownCharges {
  /** The nearest first. */
  readonly charges: readonly KnownCharge[];
  /** Whether a job reckons them afresh. */
  readonly isBeingReckoned: boolean;
}

/**
 * What the renewals of an account are charged next, from stored previews and the mirror (BOV-1). Stripe is not asked. Where a preview is missing or
 * may have changed, a job asks for it.
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
  const renewals = await withKeptPreviews(database, customerId, renewing);
  const subjects = renewals
    .filter((renewal) => renewal.preview !== null || !isCurrent(renewal))
    .map((renewal) => ({ renewal, charged: chargedSubscription(renewal, usablePreview(renewal)) }));
  const all = subjects.map(({ charged }) => charged);
  const charges = subjects.slice(0, mostSubscriptions).flatMap(({ renewal, charged }): KnownCharge[] => {
    const [first] = listDueCharges(charged, all, customer?.balance ?? 0);
    if (!first) return [];
    const { id, productId, currency } = renewal;
    const { at, total, amountDue } = first;
    const isBeforeTax = usablePreview(renewal) === null;
    return [{ subscriptionId: id, productId, currency, at, total, amountDue, isBeforeTax }];
  });
  const isOutdated = renewals.slice(0, mostSubscriptions).some((renewal) => !isCurrent(renewal));
  return {
    charges: charges.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    isBeingReckoned: isOutdated && (await beginReckoning(database, accountId)),
  };
}

/** @returns whether a job will do it. */
async function beginReckoning(database: InvoicesContext['database'], accountId: number): Promise<boolean> {
  if (!(await reckoningLimit.tryTake(database, accountId))) return false;
  await enqueue<ReckoningRequest>(database.query, job, { accountId }, { key: `${job.name}:${accountId}` });
  return true;
}

/** Asks Stripe for the upcoming invoices of an account and stores them (BOV-2). */
export function reckoningJob(context: UpcomingContext): JobDefinition<ReckoningRequest> {
  return {
    ...job,
    async run({ accountId }) {
      const { database, catalog } = context;
      const { customerId } = await findAccountBillingDetails(database.query, accountId);
      const renewing = await listRenewing(database.query, catalog, accountId);
      const renewals: readonly Renewal[] = await withKeptPreviews(database, customerId, renewing);
      await askFor(context, renewals.slice(0, mostSubscriptions));
    },
  };
}
