import type { KeptPreview, UpcomingCharges } from './upcoming.rules.ts';

/** What a subscription is charged next, as far as it is known. Amounts are cents. */
export interface KnownCharge {
  readonly subscriptionId: number;
  readonly productId: string;
  readonly currency: string;
  readonly at: Date;
  readonly total: number;
  /** After the customer's balance. */
  readonly amountDue: number;
  /** Whether it is the price alone, without discounts and tax. */
  readonly isBeforeTax: boolean;
}

/** A stored preview with what it may depend on. */
export interface KeptReckoning extends KeptPreview {
  /** When the mirror read the subscription last, or null. */
  readonly syncedAt: Date | null;
  readonly customerSyncedAt: Date | null;
}

/** A stored preview is told for a day. */
const usableMilliseconds = 24 * 60 * 60 * 1_000;
/** Then it is told and reckoned afresh. */
const currentMilliseconds = 10 * 60 * 1_000;

/** The stored preview while it may be told: of the last day, and of a charge that is still to come (BOV-1). */
export function usablePreview({ preview, askedAt, now }: KeptPreview): UpcomingCharges | null {
  if (!preview || askedAt === null || now.getTime() - askedAt.getTime() >= usableMilliseconds) return null;
  return new Date(preview.chargedAt) > now ? preview : null;
}

/** Whether a stored preview need not be reckoned afresh: of the last ten minutes, and nothing it depends on was read since (BOV-2). */
export function isCurrent(kept: KeptReckoning): boolean {
  const { preview, askedAt, now, syncedAt, customerSyncedAt } = kept;
  if (askedAt === null || now.getTime() - askedAt.getTime() >= currentMilliseconds) return false;
  if (preview !== null && usablePreview(kept) === null) return false;
  return [syncedAt, customerSyncedAt].every((moment) => moment === null || moment < askedAt);
}
