import { millisecondsInDay } from 'date-fns/constants';
import { effectiveCancelAt, type EndingSubscription } from '../../billing/index.ts';
import type { LicenseRow } from '../../licensing/index.ts';

/** A renewal of a shorter period, in days, is told of once (EXP-3). */
const longPeriodDays = 60;

/** `trial` ends by itself or is paid for from then on; `renewal` is charged; `ending` was canceled; `license` is renewed by nothing. */
export type EndKind = 'trial' | 'renewal' | 'ending' | 'license';

/** Something of an account that ends. */
export interface End {
  readonly kind: EndKind;
  readonly accountId: number;
  /** The subscription, or the license where there is none. */
  readonly subjectId: number;
  readonly productId: string;
  readonly at: Date;
  /** Since when it lasts. */
  readonly since: Date;
  /** Cents that are charged then, before tax; null where nothing is, or where a discount hides it. */
  readonly amount: number | null;
  readonly currency: string;
  readonly canceledAt: Date | null;
  /** Null for a subscription's. */
  readonly licenseNumber: string | null;
}

/** What ends of a subscription at the end of its period (EXP-1). Undefined where that costs nothing and changes nothing. */
export function endOfSubscription(row: EndingSubscription): End | undefined {
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

/** The end of a license that nothing renews. Undefined for one that never ends. */
export function endOfLicense({ id, accountId, productId, expiresAt, startsAt, number }: LicenseRow): End | undefined {
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
 * Those of these days that count for an end: no earlier than halfway of what ends, so that nobody is told when it has just begun. A renewal of a short period
 * is told of once (EXP-3).
 */
export function stepsOf(
  { kind, at, since }: Pick<End, 'kind' | 'at' | 'since'>,
  days: readonly number[],
): readonly number[] {
  const length = (at.getTime() - since.getTime()) / millisecondsInDay;
  const steps = days.filter((one) => one <= length / 2).toSorted((one, other) => other - one);
  return kind === 'renewal' && length < longPeriodDays ? steps.slice(0, 1) : steps;
}

/** The day of UTC on which something ends. A change within the day is not told of anew. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
