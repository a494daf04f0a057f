import { maxNoticeDays } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountSettings } from '../../accounts/index.ts';
import { listEndsOfAccount } from '../../billing/index.ts';
import { maxShownDays, type Product, selectNoticeDays } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { listLicenseEndsOfAccount } from '../../licensing/index.ts';
import { type End, endOfLicense, endOfSubscription } from './expiry-notices.rules.ts';

/** Days for which a license that ended is shown. */
const endedDays = 14;
/** Ends of an account that are looked at. */
const mostEnds = 50;

/**
 * What of an account ends so soon that screens show it, the nearest first; licenses also for two weeks after their end (EXP-6). Renewals are left out: what
 * is charged next stands on other screens.
 */
export async function listShownEnds(
  on: Queryable,
  accountId: number,
  { products, now }: { readonly products: ReadonlyMap<string, Product>; readonly now: Date },
): Promise<End[]> {
  const daysFromNow = (days: number) => new Date(now.getTime() + days * millisecondsInDay);
  const until = daysFromNow(maxNoticeDays);
  const [{ noticeDays }, subscriptions, licenses] = await Promise.all([
    findAccountSettings(on, accountId),
    listEndsOfAccount(on, accountId, { from: now, until }, mostEnds),
    listLicenseEndsOfAccount(on, accountId, { from: daysFromNow(-endedDays), until }, mostEnds),
  ]);
  const ends = [...subscriptions.map(endOfSubscription), ...licenses.map(endOfLicense)];
  return ends
    .flatMap((end) => end ?? [])
    .filter(
      ({ kind, at, productId }) =>
        kind !== 'renewal' && at <= daysFromNow(maxShownDays(selectNoticeDays(noticeDays, products.get(productId)))),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
