import type { Cockpit, CockpitRenewalPayment } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountNames, findAccountsOfCustomers } from '../../accounts/index.ts';
import {
  chargeFailureReason,
  findChargedCards,
  findCredits,
  listUpcomingRenewals,
  listUnsettledFailures,
  sumCharges,
  sumRecentCancellations,
  sumRefunds,
  sumUpcomingRenewals,
} from '../../billing/index.ts';
import { type Catalog, namePlan, nameProduct } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { chartStart, moneyOf } from './money.ts';
import { findNeeds } from './needs.ts';
import { paymentsOf } from './renewal-payments.ts';

export interface CockpitContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}

type Asking = CockpitContext & RequestContext;

/** Rows of each list. */
const shown = 8;
/** Tries of one payment are shown once, so that more are read. */
const triesRead = 40;
/** Days for which an ended trial is shown, and failed payments. */
const recentDays = 14;
/** Days of the cancellations that are counted (CXL-11). */
const cancellationDays = 30;

/** What the operators' home shows, each part from one statement over an index (OPR-6). */
export async function getCockpit(context: Asking, now: Date): Promise<Cockpit> {
  const { database, catalog, locale } = context;
  const on = database.query;
  const { before, thisWeek } = chartStart(now);
  const [soon, month, recent] = [ahead(now, 7), ahead(now, 30), ahead(now, -recentDays)];
  const [products, charges, refunds, sums, renewals, failures, needing, cancellations] = await Promise.all([
    catalog.findProducts(),
    sumCharges(on, before),
    sumRefunds(on, thisWeek),
    sumUpcomingRenewals(on, now, soon, month),
    listUpcomingRenewals(on, now, month, shown),
    listUnsettledFailures(on, recent, triesRead),
    findNeeds(on, now, { recent, shown }),
    sumRecentCancellations(on, ahead(now, -cancellationDays)),
  ]);
  const failed = firstOfEach(failures).slice(0, shown);
  const owners = await findAccountsOfCustomers(
    on,
    failed.flatMap(({ customerId }) => customerId ?? []),
  );
  const payments = await findRenewalPayments(on, renewals);
  const rows = [...renewals, ...needing];
  const names = await findAccountNames(on, [
    ...new Set([...rows.map(({ accountId }) => accountId), ...owners.values()]),
  ]);
  const named = (id: number) => ({ id, name: names.get(id) ?? '' });
  const productOf = ({ productId }: { productId: string }) => nameProduct(products, productId, locale);
  return {
    cancellations,
    money: moneyOf({ charges, refunds, renewals: sums }, now),
    needs: needing.map(({ accountId, number, productId, since, ...need }) => ({
      ...need,
      account: named(accountId),
      since: since?.toISOString() ?? null,
      about: number ?? productOf({ productId }),
    })),
    failedPayments: failed.map((payment) => {
      const { id, customerId, at, amount, currency, tries } = payment;
      const accountId = owners.get(customerId ?? '');
      return {
        id,
        account: accountId === undefined ? null : named(accountId),
        at: at.toISOString(),
        amount,
        currency,
        reason: chargeFailureReason(payment, locale),
        tries,
      };
    }),
    renewals: renewals.map((row, index) => ({
      id: row.id,
      account: named(row.accountId),
      at: row.at.toISOString(),
      productName: productOf(row),
      planName: namePlan(products, row, locale),
      quantity: row.quantity,
      amount: row.amount,
      currency: row.currency,
      payment: payments[index] as CockpitRenewalPayment,
    })),
  };
}

/** How each of these renewals will be paid, in the same order. */
async function findRenewalPayments(
  on: Queryable,
  renewals: Awaited<ReturnType<typeof listUpcomingRenewals>>,
): Promise<CockpitRenewalPayment[]> {
  const [cards, credits] = await Promise.all([
    findChargedCards(on, renewals),
    findCredits(
      on,
      renewals.map(({ customerId }) => customerId),
    ),
  ]);
  return paymentsOf(
    renewals.map((renewal, index) => ({ ...renewal, card: cards[index] })),
    credits,
  );
}

const ahead = (now: Date, days: number) => new Date(now.getTime() + days * millisecondsInDay);

/** The latest try of each payment. */
function firstOfEach<Try extends { id: string; paymentIntentId: string | null }>(tries: readonly Try[]): Try[] {
  const seen = new Set<string>();
  return tries.filter(({ id, paymentIntentId }) => {
    const payment = paymentIntentId ?? id;
    return !seen.has(payment) && seen.add(payment);
  });
}
