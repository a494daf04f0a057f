import { isDeepStrictEqual } from 'node:util';
import type { ShippingDetails } from '@portico/contract';
import { type AppError, InvalidInputError } from '../../http/app-error.ts';
import type { SubscriptionTerms } from '../../stripe/index.ts';
import { InvoiceUnpaidError, PriceChangedError } from './purchase.errors.ts';
import {
  type ChargeFacts,
  type QuotedChargeFacts,
  type QuotedSubscription,
  type QuotedTerms,
  quoteMilliseconds,
} from './quoted.ts';

/** A quote. Its selection and its end count until a purchase of it was begun. */
export interface JudgedQuote {
  readonly selectionHash?: string;
  readonly expiresAt?: Date;
  readonly quoted: QuotedTerms;
}

/** What is known where a quote is judged. A fact that was not loaded there is left out, and not judged. */
export interface PurchaseFacts {
  /** An invoice of the product is not paid. */
  readonly hasUnpaidInvoice?: boolean;
  /** The canonical form of the selection that is sent. */
  readonly selectionHash?: string;
  readonly now?: Date;
  /** A card to pay with is named. */
  readonly hasCard?: boolean;
  /** The account's stored address, where no other one is sent; null before its first purchase. */
  readonly savedAddress?: ShippingDetails | null;
  /** The terms of the selection by the catalog and the subscription. */
  readonly terms?: SubscriptionTerms;
  /** The account's live subscription to the product; null without one. */
  readonly subscription?: QuotedSubscription | null;
  readonly charge?: ChargeFacts;
  /** Stripe has returned the customer since the quote was made: its balance is no older than what Stripe calculated with. */
  readonly isBalanceFresh?: boolean;
  /** The account had a trial of the product. */
  readonly hadTrial?: boolean;
  /** Stripe has a live subscription to the product that was not known here. */
  readonly hasUnknownSubscription?: boolean;
}

/** The facts that count in the transaction that writes the operation: none of them may be left out there. */
export type FactsToBegin = Pick<PurchaseFacts, 'savedAddress'> &
  Required<Pick<PurchaseFacts, 'hasUnpaidInvoice' | 'now' | 'terms' | 'subscription' | 'charge' | 'hadTrial'>>;

/** The facts that count before the first call that buys. */
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
 * Judges a quote by what is known now: before it is made, before and in the transaction that writes its operation, and before the first call that
 * buys (PUR-6, PUR-7, PUR-15 to PUR-17, CRED-1).
 * @param quote undefined before it is made: then the account alone is judged.
 */
export function judge(quote: JudgedQuote | undefined, facts: PurchaseFacts): 'ok' | QuoteRefusal {
  if (facts.hasUnpaidInvoice) return 'unpaidInvoice';
  if (!quote) return 'ok';
  const { quoted } = quote;
  if (facts.selectionHash !== undefined && facts.selectionHash !== quote.selectionHash) return 'selectionChanged';
  if (facts.now && quote.expiresAt && quote.expiresAt <= facts.now) return 'expired';
  if (facts.hasCard === false && quoted.charge.amountDue > 0) return 'cardMissing';
  // An address that was not sent was the stored one; buying would replace a newer one.
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

/** @throws InvoiceUnpaidError, InvalidInputError for the card, else PriceChangedError, unless the quote holds by the facts. */
export function assertQuoteHolds(quote: JudgedQuote | undefined, facts: PurchaseFacts): void {
  const judgement = judge(quote, facts);
  if (judgement !== 'ok') throw errorOf(judgement);
}

/**
 * Whether a change may credit a renewal that is not paid and not known here yet: one that credits something, or was quoted within 30 minutes of the
 * end of the paid period or later (CRED-4). Then Stripe is asked, as webhooks may lag.
 */
export function mayCreditUnpaidRenewal({ subscription, charge, terms }: QuotedTerms): boolean {
  if (!terms.change) return false;
  const end = subscription?.expiresAt ? Date.parse(subscription.expiresAt) : undefined;
  return charge.total < 0 || (end !== undefined && end <= terms.pricedAt * 1000 + quoteMilliseconds);
}

function errorOf(refusal: QuoteRefusal): AppError {
  if (refusal === 'unpaidInvoice') return new InvoiceUnpaidError();
  if (refusal === 'cardMissing') return new InvalidInputError({ paymentMethodId: [{ key: 'purchase.cardRequired' }] });
  return new PriceChangedError();
}

/** The proration date is the quote's. Terms are compared as JSON, as which the quote was stored: what is undefined is absent there. */
function areTermsUnchanged(quoted: SubscriptionTerms, now: SubscriptionTerms): boolean {
  const comparable = ({ items, promotionCodeId, trialDays, change }: SubscriptionTerms): unknown =>
    JSON.parse(
      JSON.stringify({ items, promotionCodeId, trialDays, change: change && { ...change, prorationDate: 0 } }),
    );
  return isDeepStrictEqual(comparable(now), comparable(quoted));
}

/** A mirror that has only caught up with what Stripe calculated with has changed nothing. */
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
