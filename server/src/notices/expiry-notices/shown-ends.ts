import { maxNoticeDays } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountSettings } from '../../accounts/index.ts';
import { listUpcomingEndsOfAccount } from '../../billing/index.ts';
import { maxShownDays, type Product, selectNoticeDays } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { listLicenseEndsOfAccount } from '../../licensing/index.ts';
import { type Expiry, toLicenseExpiry, toSubscriptionExpiry } from './expiry-notices.rules.ts';

/** How long an expired license is shown. */
const endedDays = 14;
const maxEnds = 50;

/**
 * The ends of an account that screens show, the nearest first; licenses also for two weeks after their end (EXP-6). Renewals are left out, because other
 * screens show the next charges.
 */
export async function listShownExpiries(
  on: Queryable,
  accountId: number,
  { products, now }: { readonly products: ReadonlyMap<string, Product>; readonly now: Date },
): Promise<Expiry[]> {
  const daysFromNow = (days: number) => new Date(now.getTime() + days * millisecondsInDay);
  const until = daysFromNow(maxNoticeDays);
  const [{ noticeDays }, subscriptions, licenses] = await Promise.all([
    findAccountSettings(on, accountId),
    listUpcomingEndsOfAccount(on, accountId, { from: now, until }, maxEnds),
    listLicenseEndsOfAccount(on, accountId, { from: daysFromNow(-endedDays), until }, maxEnds),
  ]);
  const ends = [...subscriptions.map(toSubscriptionExpiry), ...licenses.map(toLicenseExpiry)];
  return ends
    .flatMap((end) => end ?? [])
    .filter(
      ({ kind, at, productId }) =>
        kind !== 'renewal' && at <= daysFromNow(maxShownDays(selectNoticeDays(noticeDays, products.get(productId)))),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
