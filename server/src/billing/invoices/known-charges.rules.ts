import type { StoredPreview, UpcomingCharges } from './upcoming.rules.ts';

/** The next charge of a subscription. Amounts are cents. */
export interface KnownCharge {
  readonly subscriptionId: number;
  readonly productId: string;
  readonly currency: string;
  readonly at: Date;
  readonly total: number;
  /** The amount due after the customer's balance is applied. */
  readonly amountDue: number;
  /**
   * The stored upcoming invoice. If it may be outdated, it is null, and the charge is the price before discounts and
   * tax.
   */
  readonly preview: UpcomingCharges | null;
}

/** A stored preview with the times of its dependencies. */
export interface DatedPreview extends StoredPreview {
  /** When the mirror last stored the subscription. */
  readonly syncedAt: Date | null;
  readonly customerSyncedAt: Date | null;
}

/** A stored preview is shown for a day. */
const usableMilliseconds = 24 * 60 * 60 * 1_000;
/** After ten minutes it is shown and refreshed. */
const currentMilliseconds = 10 * 60 * 1_000;

/** The stored preview, if it is from the last day and its charge is in the future (BOV-1). */
export function usablePreview({ preview, askedAt, now }: StoredPreview): UpcomingCharges | null {
  if (!preview || askedAt === null || now.getTime() - askedAt.getTime() >= usableMilliseconds) return null;
  return new Date(preview.chargedAt) > now ? preview : null;
}

/** Whether a stored preview is from the last ten minutes and newer than all that it depends on (BOV-2). */
export function isCurrent(stored: DatedPreview): boolean {
  const { preview, askedAt, now, syncedAt, customerSyncedAt } = stored;
  if (askedAt === null || now.getTime() - askedAt.getTime() >= currentMilliseconds) return false;
  if (preview !== null && usablePreview(stored) === null) return false;
  return [syncedAt, customerSyncedAt].every((moment) => moment === null || moment < askedAt);
}
