import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { prorated, roundCents } from './money.ts';
import type { LineTax } from './totals.ts';

/**
 * The billed amount of an item for a period. Credits are taken from segments, so that they never exceed the charge,
 * whatever prices and discounts applied.
 */
export interface BilledSegment {
  item: string;
  start: number;
  end: number;
  /** Cents before discounts. */
  amount: number;
  discounts: { discount: string; amount: number }[];
  /** The taxes charged on the segment. Absent until it is on an invoice. */
  taxes?: LineTax[];
  quantity: number;
  price: string;
  /** The invoice line that charged the segment. Before that, the pending invoice item. */
  invoice: string | null;
  line: string | null;
  invoiceItem: string | null;
}

/** Internal data of a subscription. */
export interface SubscriptionMemory {
  billed: BilledSegment[];
  trialReminderSent?: boolean;
  /** When the current phase of its schedule ends, in seconds. Absent without a schedule. */
  phaseEnds?: number;
  /** The subscription after the pending update, which applies when its invoice is paid. */
  pendingUpdate?: { invoice: string; data: Stripe.Subscription; billed: BilledSegment[] };
}

/** A credited part of a segment. */
export interface Credit {
  amount: number;
  discounts: { discount: string; amount: number }[];
  /** Absent when no taxes were charged yet. */
  taxes?: LineTax[];
  segment: BilledSegment;
  period: { start: number; end: number };
}

/**
 * Credits the billed time of an item after `date` (seconds). The segments are shortened, so that a second change
 * cannot credit the same time.
 */
export function creditSegments(billed: BilledSegment[], item: string, date: number): Credit[] {
  const credits: Credit[] = [];
  for (const segment of billed) {
    const from = Math.max(segment.start, date);
    // A fully credited segment has no length, whatever `date` is.
    if (segment.item !== item || segment.end <= from) continue;
    const amount = prorated(segment.amount, segment, from);
    const discounts = segment.discounts.map((granted) => ({
      discount: granted.discount,
      amount: prorated(granted.amount, segment, from),
    }));
    const taxes = segment.taxes?.map((tax) => ({
      ...tax,
      amount: prorated(tax.amount, segment, from),
      taxable: prorated(tax.taxable, segment, from),
    }));
    credits.push({
      amount,
      discounts,
      ...(taxes && { taxes }),
      segment: { ...segment },
      period: { start: from, end: segment.end },
    });
    segment.amount -= amount;
    segment.discounts = segment.discounts.map((granted, index) => ({
      ...granted,
      amount: granted.amount - (discounts[index]?.amount ?? 0),
    }));
    if (taxes) {
      segment.taxes = segment.taxes?.map((tax, index) => ({
        ...tax,
        amount: tax.amount - (taxes[index]?.amount ?? 0),
        taxable: tax.taxable - (taxes[index]?.taxable ?? 0),
      }));
    }
    segment.end = from;
  }
  return credits;
}

/** Removes segments whose time is over. */
export function dropEnded(memory: SubscriptionMemory, now: number): void {
  memory.billed = memory.billed.filter((segment) => segment.end > now);
}

/** Records the discounts and taxes of a final invoice on the billed segments of its subscription. */
export async function settleBilled(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  const subscription = id === null ? undefined : await work.find('subscription', id);
  if (subscription === undefined) return;
  const memories = [work.internal<SubscriptionMemory>(subscription.id)];
  const { pendingUpdate } = memories[0] as SubscriptionMemory;
  if (pendingUpdate !== undefined) memories.push({ billed: pendingUpdate.billed });
  for (const line of invoice.lines.data) {
    const details = line.parent?.subscription_item_details ?? null;
    if (details === null) continue;
    for (const { billed } of memories) {
      const segment = billed.find((known) =>
        details.invoice_item === null
          ? known.item === details.subscription_item &&
            known.invoice === null &&
            known.invoiceItem === null &&
            known.start === line.period.start
          : known.invoiceItem === details.invoice_item,
      );
      if (segment === undefined) continue;
      segment.invoice = invoice.id;
      segment.line = line.id;
      // Part of the segment may have been credited while the item was pending. Discounts and taxes then follow the
      // remaining amount.
      const share = line.amount === 0 ? 0 : segment.amount / line.amount;
      segment.discounts = (line.discount_amounts ?? []).map((granted) => ({
        discount: idOf(granted.discount),
        amount: Math.round(granted.amount * share),
      }));
      segment.taxes = (line.taxes ?? []).map((tax) => ({
        amount: roundCents(tax.amount * share),
        inclusive: tax.tax_behavior === 'inclusive',
        rate: tax.tax_rate_details?.tax_rate ?? '',
        reason: tax.taxability_reason,
        taxable: roundCents((tax.taxable_amount ?? 0) * share),
      }));
    }
  }
}
