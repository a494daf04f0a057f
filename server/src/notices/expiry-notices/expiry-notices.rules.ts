import { millisecondsInDay } from 'date-fns/constants';
import { type EndingSubscription, effectiveCancelAt } from '../../billing/index.ts';
import type { LicenseRow } from '../../licensing/index.ts';

/** A renewal of a shorter period has only one notice (EXP-3). */
const longPeriodDays = 60;

/** `trial`: ends or becomes paid; `renewal`: is charged; `ending`: was canceled; `license`: is not renewed by a subscription. */
export type ExpiryKind = 'trial' | 'renewal' | 'ending' | 'license';

/** The end of a trial, a paid period, a canceled subscription or a license. */
export interface Expiry {
  readonly kind: ExpiryKind;
  readonly accountId: number;
  /** The id of the subscription, or of the license. */
  readonly subjectId: number;
  readonly productId: string;
  readonly at: Date;
  /** The beginning of the trial, period or license. */
  readonly since: Date;
  /** Cents that are charged, before tax; null if nothing is charged, or if a renewal has a discount. */
  readonly amount: number | null;
  readonly currency: string;
  readonly canceledAt: Date | null;
  readonly licenseNumber: string | null;
}

/** The end of a subscription's period (EXP-1); undefined if nothing is charged and nothing changes. */
export function toSubscriptionExpiry(row: EndingSubscription): Expiry | undefined {
  const { id, accountId, productId, trial, amount, currency, expiresAt, periodStartedAt, startedAt, canceledAt } = row;
  const canceled = effectiveCancelAt(row);
  const at = canceled ?? expiresAt;
  if (!at) return undefined;
  const end = {
    accountId,
    subjectId: id,
    productId,
    at,
    since: periodStartedAt ?? startedAt,
    currency,
    licenseNumber: null,
  };
  if (canceled) return { ...end, kind: 'ending', amount: null, canceledAt };
  const charged = row.cancelAt === null && amount > 0;
  const shown = charged && row.discounts.length === 0 ? amount : null;
  if (trial) return { ...end, kind: 'trial', amount: charged ? amount : null, canceledAt: null };
  return charged ? { ...end, kind: 'renewal', amount: shown, canceledAt: null } : undefined;
}

/** The end of a license without a subscription; undefined if it never ends. */
export function toLicenseExpiry({
  id,
  accountId,
  productId,
  expiresAt,
  startsAt,
  number,
}: LicenseRow): Expiry | undefined {
  if (!expiresAt) return undefined;
  return {
    kind: 'license',
    accountId,
    subjectId: id,
    productId,
    at: expiresAt,
    since: startsAt,
    amount: null,
    currency: 'usd',
    canceledAt: null,
    licenseNumber: number,
  };
}

/**
 * The notice days that apply: at most half of the duration before the end, so that no notice comes right after the start. A renewal of a short period
 * has only the first one (EXP-3).
 */
export function applicableNoticeDays(
  { kind, at, since }: Pick<Expiry, 'kind' | 'at' | 'since'>,
  days: readonly number[],
): readonly number[] {
  const length = (at.getTime() - since.getTime()) / millisecondsInDay;
  const steps = days.filter((one) => one <= length / 2).toSorted((one, other) => other - one);
  return kind === 'renewal' && length < longPeriodDays ? steps.slice(0, 1) : steps;
}

/** The UTC day of an end. If an end moves within the day, no new notice is sent. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
