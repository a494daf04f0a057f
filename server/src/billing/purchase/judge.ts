import { isDeepStrictEqual } from 'node:util';
import type { ShippingDetails } from '@portico/contract';
import { type AppError, InvalidInputError } from '../../core/http/app-error.ts';
import type { SubscriptionTerms } from '../../core/stripe/index.ts';
import { InvoiceUnpaidError, PriceChangedError } from './purchase.errors.ts';
import {
  type ChargeFacts,
  type QuotedChargeFacts,
  type QuotedSubscription,
  type QuotedTerms,
  quoteMilliseconds,
} from './quoted.ts';

/** A quote. Its selection and expiry matter until its purchase is begun. */
export interface JudgedQuote {
  readonly selectionHash?: string;
  readonly expiresAt?: Date;
  readonly quoted: QuotedTerms;
}

/** The facts to judge a quote by. Facts that were not loaded are left out and not judged. */
export interface PurchaseFacts {
  /** The product has an unpaid invoice. */
  readonly hasUnpaidInvoice?: boolean;
  /** The canonical form of the requested selection. */
  readonly selectionHash?: string;
  readonly now?: Date;
  /** The request names a card. */
  readonly hasCard?: boolean;
  /** The account's stored address, or null before its first purchase. Left out if the request has its own. */
  readonly savedAddress?: ShippingDetails | null;
  /** The terms of the selection by the catalog and the subscription. */
  readonly terms?: SubscriptionTerms;
  /** The account's live subscription to the product, or null. */
  readonly subscription?: QuotedSubscription | null;
  readonly charge?: ChargeFacts;
  /** Stripe has returned the customer since the quote was made, so its balance is at least as new as the quote's. */
  readonly isBalanceFresh?: boolean;
  /** The account had a trial of the product. */
  readonly hadTrial?: boolean;
  /** Stripe has a live subscription to the product that the mirror did not have. */
  readonly hasUnknownSubscription?: boolean;
}

/** The facts that must be known in the transaction that writes the operation. */
export type FactsToBegin = Pick<PurchaseFacts, 'savedAddress'> &
  Required<Pick<PurchaseFacts, 'hasUnpaidInvoice' | 'now' | 'terms' | 'subscription' | 'charge' | 'hadTrial'>>;

/** The facts that must be known before the first call that buys. */
export type FactsBeforeBuying = Required<Pick<PurchaseFacts, 'charge' | 'isBalanceFresh' | 'hasUnpaidInvoice'>>;

export type QuoteRefusal =
  | 'unpaidInvoice'
  | 'selectionChanged'
  | 'expired'
  | 'cardMissing'
  | 'addressChanged'
  | 'termsChanged'
  | 'subscriptionChanged'
  | 'amountChanged'
  | 'trialUsed'
  | 'subscriptionAtStripe';

/**
 * Judges a quote by the current facts: before it is made, before and in the transaction that writes its operation,
 * and before the first call that buys (PUR-6, PUR-7, PUR-15 to PUR-17, CRED-1).
 * @param quote undefined before the quote is made; then only the account is judged
 */
export function judge(quote: JudgedQuote | undefined, facts: PurchaseFacts): 'ok' | QuoteRefusal {
  if (facts.hasUnpaidInvoice) return 'unpaidInvoice';
  if (!quote) return 'ok';
  const { quoted } = quote;
  if (facts.selectionHash !== undefined && facts.selectionHash !== quote.selectionHash) return 'selectionChanged';
  if (facts.now && quote.expiresAt && quote.expiresAt <= facts.now) return 'expired';
  if (facts.hasCard === false && quoted.charge.amountDue > 0) return 'cardMissing';
  // A request without an address used the stored one. If the account has stored a newer address since, buying would
  // replace it.
  if (facts.savedAddress !== undefined && !isDeepStrictEqual(quoted.shippingDetails ?? null, facts.savedAddress))
    return 'addressChanged';
  if (facts.terms && !areTermsUnchanged(quoted.terms, facts.terms)) return 'termsChanged';
  if (facts.subscription !== undefined && !isDeepStrictEqual(quoted.subscription, facts.subscription))
    return 'subscriptionChanged';
  if (facts.charge && !isAmountUnchanged(quoted.chargeFacts, facts.charge, facts.isBalanceFresh))
    return 'amountChanged';
  if (facts.hadTrial && quoted.terms.trialDays !== undefined) return 'trialUsed';
  if (facts.hasUnknownSubscription && !quoted.terms.change) return 'subscriptionAtStripe';
  return 'ok';
}

/** @throws InvoiceUnpaidError, InvalidInputError for the card or PriceChangedError, if the quote does not hold. */
export function assertQuoteHolds(quote: JudgedQuote | undefined, facts: PurchaseFacts): void {
  const judgement = judge(quote, facts);
  if (judgement !== 'ok') throw toRefusalError(judgement);
}

/**
 * Whether a change may credit an unpaid renewal that the mirror does not have yet (CRED-4): it credits something, or
 * was quoted at most 30 minutes before the paid period ends. Webhooks may be late, so Stripe is called.
 */
export function mayCreditUnpaidRenewal({ subscription, charge, terms }: QuotedTerms): boolean {
  if (!terms.change) return false;
  const end = subscription?.expiresAt ? Date.parse(subscription.expiresAt) : undefined;
  return charge.total < 0 || (end !== undefined && end <= terms.pricedAt * 1000 + quoteMilliseconds);
}

function toRefusalError(refusal: QuoteRefusal): AppError {
  if (refusal === 'unpaidInvoice') return new InvoiceUnpaidError();
  if (refusal === 'cardMissing') return new InvalidInputError({ paymentMethodId: [{ key: 'purchase.cardRequired' }] });
  return new PriceChangedError();
}

/** Ignores the proration date. Terms are compared as JSON, the form in which the quote was stored, without undefined fields. */
function areTermsUnchanged(quoted: SubscriptionTerms, now: SubscriptionTerms): boolean {
  const comparable = ({ items, promotionCodeId, trialDays, change }: SubscriptionTerms): unknown =>
    JSON.parse(
      JSON.stringify({ items, promotionCodeId, trialDays, change: change && { ...change, prorationDate: 0 } }),
    );
  return isDeepStrictEqual(comparable(now), comparable(quoted));
}

/** Also true if the mirror only caught up with the facts of Stripe's calculation. */
function isAmountUnchanged(quoted: QuotedChargeFacts, now: ChargeFacts, isBalanceFresh = false): boolean {
  const isOneOf = (found: unknown, ...expected: unknown[]) => expected.some((one) => isDeepStrictEqual(found, one));
  return (
    isOneOf(now.balance, isBalanceFresh ? quoted.startingBalance : quoted.balance, quoted.startingBalance) &&
    isOneOf(now.taxExempt, quoted.taxExempt, quoted.startingTaxExempt) &&
    isOneOf(now.discounts, quoted.discounts, quoted.startingDiscounts) &&
    now.pendingItems === quoted.pendingItems &&
    now.pendingAmount === quoted.pendingAmount &&
    now.pendingTerms === quoted.pendingTerms
  );
}
