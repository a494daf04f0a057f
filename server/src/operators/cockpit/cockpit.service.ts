import type { Cockpit, CockpitRenewalPayment, Locale } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountNames, findAccountsByCustomers } from '../../accounts/index.ts';
import {
  chargeFailureReason,
  findChargedCards,
  findCredits,
  listUnsettledFailures,
  listUpcomingRenewals,
  sumCharges,
  sumRecentCancellations,
  sumRefunds,
  sumUpcomingRenewals,
} from '../../billing/index.ts';
import { type Catalog, namePlan, nameProduct, type Product } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { OpenStripeIssue } from '../../core/stripe/index.ts';
import { listPricePlans } from '../stripe-issues/stripe-issues.service.ts';
import { chartStart, summarizeMoney } from './money.ts';
import { findNeeds } from './needs.ts';
import { planRenewalPayments } from './renewal-payments.ts';

export interface CockpitContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}

type CallContext = CockpitContext & RequestContext;

/** Maximum rows of each list. */
const maxRows = 8;
/** More tries than rows are read, because several tries of one payment are one row. */
const maxTries = 40;
/** Days for which ended trials and failed payments are shown. */
const recentDays = 14;
/** Days for which cancellations are counted (CXL-11). */
const cancellationDays = 30;

/** The content of the operators' home page, each part from one statement over an index (OPR-6). */
export async function getCockpit(context: CallContext, now: Date): Promise<Cockpit> {
  const { database, catalog, locale } = context;
  const on = database.query;
  const { before, thisWeek } = chartStart(now);
  const [soon, month, recent] = [addDays(now, 7), addDays(now, 30), addDays(now, -recentDays)];
  const [products, charges, refunds, sums, renewals, failures, needing, cancellations] = await Promise.all([
    catalog.findProducts(),
    sumCharges(on, before),
    sumRefunds(on, thisWeek),
    sumUpcomingRenewals(on, now, soon, month),
    listUpcomingRenewals(on, now, month, maxRows),
    listUnsettledFailures(on, recent, maxTries),
    findNeeds(on, now, { recent, maxRows }),
    sumRecentCancellations(on, addDays(now, -cancellationDays)),
  ]);
  const failed = latestTries(failures).slice(0, maxRows);
  const owners = await findAccountsByCustomers(
    on,
    failed.flatMap(({ customerId }) => customerId ?? []),
  );
  const payments = await findRenewalPayments(on, renewals);
  const rows = [...renewals, ...needing];
  const names = await findAccountNames(on, [
    ...new Set([...rows.flatMap(({ accountId }) => accountId ?? []), ...owners.values()]),
  ]);
  const named = (id: number) => ({ id, name: names.get(id) ?? '' });
  const productName = ({ productId }: { productId: string }) => nameProduct(products, productId, locale);
  return {
    cancellations,
    money: summarizeMoney({ charges, refunds, renewals: sums }, now),
    needs: needing.map(({ accountId, number, productId, since, reason, exceeded, quantity, issue }) => ({
      reason,
      exceeded,
      quantity,
      account: accountId === null ? null : named(accountId),
      since: since?.toISOString() ?? null,
      about: number ?? productName({ productId }),
      issue: issue ? presentIssue(issue, products, locale) : null,
    })),
    failedPayments: failed.map((payment) => {
      const accountId = owners.get(payment.customerId ?? '');
      return presentFailedPayment(payment, accountId === undefined ? null : named(accountId), locale);
    }),
    renewals: renewals.map((row, index) => ({
      id: row.id,
      account: named(row.accountId),
      at: row.at.toISOString(),
      productName: productName(row),
      planName: namePlan(products, row, locale),
      quantity: row.quantity,
      amount: row.amount,
      currency: row.currency,
      payment: payments[index] as CockpitRenewalPayment,
    })),
  };
}

/** Only a price without a plan asks for one. */
function presentIssue(
  { id, kind, reason, productId }: OpenStripeIssue,
  products: ReadonlyMap<string, Product>,
  locale: Locale,
): NonNullable<Cockpit['needs'][number]['issue']> {
  const pricePlans = kind === 'priceUnknown' ? listPricePlans(products, productId, locale) : [];
  return { id, detail: reason, pricePlans };
}

function presentFailedPayment(
  payment: Awaited<ReturnType<typeof listUnsettledFailures>>[number],
  account: Cockpit['failedPayments'][number]['account'],
  locale: Locale,
): Cockpit['failedPayments'][number] {
  const { id, at, amount, currency, tries } = payment;
  return { id, account, at: at.toISOString(), amount, currency, reason: chargeFailureReason(payment, locale), tries };
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
  return planRenewalPayments(
    renewals.map((renewal, index) => ({ ...renewal, card: cards[index] })),
    credits,
  );
}

const addDays = (now: Date, days: number) => new Date(now.getTime() + days * millisecondsInDay);

/** The latest try of each payment. */
function latestTries<Try extends { id: string; paymentIntentId: string | null }>(tries: readonly Try[]): Try[] {
  const seen = new Set<string>();
  return tries.filter(({ id, paymentIntentId }) => {
    const payment = paymentIntentId ?? id;
    return !seen.has(payment) && seen.add(payment);
  });
}
