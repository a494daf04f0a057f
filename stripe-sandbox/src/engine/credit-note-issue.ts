import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import { idOf, newId, randomText } from '../ids.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { recordBalanceChange } from './balance.ts';
import { dropOpenPayments } from './cancellation.ts';
import { settle } from './collection.ts';
import { creditLines, creditTotals, type GivenCreditLine, issuedNotes } from './credit-note.ts';
import { openPayment } from './invoicing.ts';
import { formatMoney } from './money.ts';
import { refundCharge } from './refund.ts';
import { sum } from './totals.ts';

/** A credit note as a call describes it. Amounts in cents, times in seconds. */
export interface GivenCreditNote {
  invoice: string;
  amount?: number | undefined;
  credit_amount?: number | undefined;
  effective_at?: number | undefined;
  lines?: GivenCreditLine[] | undefined;
  memo?: string | undefined;
  metadata: Record<string, string>;
  out_of_band_amount?: number | undefined;
  reason?: Stripe.CreditNote.Reason | undefined;
  refund_amount?: number | undefined;
  refunds?: { amount_refunded?: number | undefined; refund?: string | undefined }[] | undefined;
}

/** Internal data of a credit note: the secret of its PDF. */
export interface CreditNoteMemory {
  secret: string;
}

/**
 * A credit note before it is issued. It first reduces the unpaid amount. The rest returns paid money in the ways
 * that the call names. Throws Stripe's errors when the amounts do not match.
 */
export async function draftCreditNote(
  work: Work,
  invoice: Stripe.Invoice,
  given: GivenCreditNote,
): Promise<Stripe.CreditNote> {
  const lines = await creditLines(work, invoice, given);
  const totals = creditTotals(lines);
  await checkTotal(work, invoice, totals.total, given);
  const before = invoice.status === 'paid' ? 0 : Math.min(totals.total, invoice.amount_remaining);
  const after = totals.total - before;
  const linked = await linkedRefunds(work, invoice, given.refunds ?? []);
  checkRefundable(await findPayingCharge(work, invoice), given.refund_amount ?? 0, invoice.currency);
  checkReturned(invoice, given, linked, after);
  const id = newId('cn');
  const earlier = await work.list('credit_note', { related: [invoice.id], limit: ALL });
  return {
    id,
    object: 'credit_note',
    amount: totals.total,
    amount_shipping: 0,
    created: work.now,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? '',
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: totals.discount,
    discount_amounts: totals.discounts,
    effective_at: given.effective_at ?? work.now,
    invoice: invoice.id,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/credit_notes/${id}/lines` },
    livemode: false,
    memo: given.memo ?? null,
    metadata: given.metadata,
    number: `${invoice.number}-CN-${String(earlier.length + 1).padStart(2, '0')}`,
    out_of_band_amount: given.out_of_band_amount ?? null,
    pdf: `${work.site.browserBase}/credit_notes/${id}/${randomText(40)}/pdf`,
    post_payment_amount: after,
    pre_payment_amount: before,
    pretax_credit_amounts: [],
    reason: given.reason ?? null,
    refunds: linked,
    shipping_cost: null,
    status: 'issued',
    subtotal: totals.subtotal,
    subtotal_excluding_tax: totals.subtotal - totals.inclusive,
    total: totals.total,
    total_excluding_tax: totals.total - totals.exclusive - totals.inclusive,
    total_taxes: totals.taxes,
    type: after === 0 ? 'pre_payment' : before === 0 ? 'post_payment' : 'mixed',
    voided_at: null,
  };
}

/** Throws unless the total of a credit note is above zero and at most what is left of the invoice. */
async function checkTotal(work: Work, invoice: Stripe.Invoice, total: number, given: GivenCreditNote): Promise<void> {
  const left = await creditableAmount(work, invoice);
  if (total <= 0 || total > left) {
    throw invalidRequest(
      total <= 0
        ? 'The amount of a credit note must be greater than zero.'
        : `The sum of credit notes (${formatMoney(total, invoice.currency)}) cannot be more than what is left of the invoice (${formatMoney(left, invoice.currency)}).`,
      { param: given.amount === undefined ? 'lines' : 'amount' },
    );
  }
}

/** Throws unless refunds, credits and other returns equal the paid part of a credit note. */
function checkReturned(
  invoice: Stripe.Invoice,
  given: GivenCreditNote,
  linked: Stripe.CreditNote.Refund[],
  after: number,
): void {
  const returned =
    (given.refund_amount ?? 0) +
    (given.credit_amount ?? 0) +
    (given.out_of_band_amount ?? 0) +
    sum(linked.map(({ amount_refunded }) => amount_refunded));
  if (returned !== after) {
    throw invalidRequest(
      `The sum of refund amount, credit amount and out of band amount (${formatMoney(returned, invoice.currency)}) must equal the post payment amount (${formatMoney(after, invoice.currency)}).`,
    );
  }
}

/** Issues a drafted credit note: reduces the amount due, refunds the card, or credits the balance. */
export async function issueCreditNote(
  work: Work,
  invoice: Stripe.Invoice,
  draft: Stripe.CreditNote,
  given: GivenCreditNote,
): Promise<Stripe.CreditNote> {
  const memory: CreditNoteMemory = { secret: /([^/]+)\/pdf$/.exec(draft.pdf)?.[1] ?? '' };
  const note = work.add('credit_note', draft, memory);
  invoice.post_payment_credit_notes_amount += note.post_payment_amount;
  if (note.pre_payment_amount > 0) {
    invoice.pre_payment_credit_notes_amount += note.pre_payment_amount;
    await oweLess(work, invoice, note.pre_payment_amount);
  }
  const customer = await work.find('customer', idOf(invoice.customer) ?? '');
  if (given.credit_amount && customer !== undefined) {
    note.customer_balance_transaction = recordBalanceChange(work, customer, -given.credit_amount, 'credit_note', {
      creditNote: note.id,
      invoice: invoice.id,
      currency: invoice.currency,
    }).id;
  }
  const charge = await findPayingCharge(work, invoice);
  if (given.refund_amount && charge !== null) {
    const refund = await refundCharge(work, charge, { amount: given.refund_amount });
    note.refunds.push({
      amount_refunded: refund.amount,
      payment_record_refund: null,
      refund: refund.id,
      type: 'refund',
    });
  }
  work.announce('credit_note.created', note);
  if (invoice.status !== 'paid' && invoice.amount_remaining === 0) await settle(work, invoice);
  return note;
}

/** Voids a credit note. Only an unpaid amount can become due again. */
export async function voidCreditNote(work: Work, invoice: Stripe.Invoice, note: Stripe.CreditNote): Promise<void> {
  if (note.status === 'void') throw invalidRequest('This credit note is already void.');
  if (note.type !== 'pre_payment' || invoice.status !== 'open') {
    throw invalidRequest('You can only void a pre-payment credit note of an invoice that is still open.');
  }
  note.status = 'void';
  note.voided_at = work.now;
  invoice.pre_payment_credit_notes_amount -= note.pre_payment_amount;
  await oweLess(work, invoice, -note.pre_payment_amount);
  work.announce('credit_note.voided', note);
}

/** The amount that can still be credited: the total, less earlier notes and less refunds that no note covers. */
async function creditableAmount(work: Work, invoice: Stripe.Invoice): Promise<number> {
  const notes = await issuedNotes(work, invoice);
  const charge = await findPayingCharge(work, invoice);
  const linked = sum(notes.flatMap(({ refunds }) => refunds.map(({ amount_refunded }) => amount_refunded)));
  const otherwise = Math.max(0, (charge?.amount_refunded ?? 0) - linked);
  return invoice.total - sum(notes.map(({ total }) => total)) - otherwise;
}

/** The charge that paid an invoice. Null when it was paid another way. */
async function findPayingCharge(work: Work, invoice: Stripe.Invoice): Promise<Stripe.Charge | null> {
  const [payment] = await work.list('invoice_payment', { related: [invoice.id], match: { status: 'paid' }, limit: 1 });
  const intent = await work.find('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
  return (await work.find('charge', idOf(intent?.latest_charge) ?? '')) ?? null;
}

function checkRefundable(charge: Stripe.Charge | null, amount: number, currency: string): void {
  const left = charge === null ? 0 : charge.amount_captured - charge.amount_refunded;
  if (amount > left) {
    throw invalidRequest(
      `The refund amount (${formatMoney(amount, currency)}) is more than what can be refunded of the invoice's payments (${formatMoney(left, currency)}).`,
      { param: 'refund_amount' },
    );
  }
}

/** Earlier refunds that the note covers. */
async function linkedRefunds(
  work: Work,
  invoice: Stripe.Invoice,
  given: NonNullable<GivenCreditNote['refunds']>,
): Promise<Stripe.CreditNote.Refund[]> {
  const charge = await findPayingCharge(work, invoice);
  const notes = await issuedNotes(work, invoice);
  const linked: Stripe.CreditNote.Refund[] = [];
  for (const [index, one] of given.entries()) {
    const path = `refunds[${index}]`;
    const refund = await work.get('refund', one.refund ?? '', `${path}[refund]`);
    if (charge === null || idOf(refund.charge) !== charge.id) {
      throw invalidRequest(`The refund ${refund.id} is not of a payment of this invoice.`, {
        param: `${path}[refund]`,
      });
    }
    const known = [...notes.flatMap(({ refunds }) => refunds), ...linked].filter(
      (other) => idOf(other.refund) === refund.id,
    );
    const left = refund.amount - sum(known.map(({ amount_refunded }) => amount_refunded));
    const amount = one.amount_refunded ?? left;
    if (amount > left) {
      throw invalidRequest(`Only ${formatMoney(left, invoice.currency)} of the refund ${refund.id} is left to link.`, {
        param: `${path}[amount_refunded]`,
      });
    }
    linked.push({ amount_refunded: amount, payment_record_refund: null, refund: refund.id, type: 'refund' });
  }
  return linked;
}

/** Reduces the amount due of an open invoice and of its open payment. */
async function oweLess(work: Work, invoice: Stripe.Invoice, amount: number): Promise<void> {
  invoice.amount_due -= amount;
  invoice.amount_remaining -= amount;
  const open = await openPayment(work, invoice);
  if (open === null) return;
  if (invoice.amount_remaining === 0) {
    await dropOpenPayments(work, invoice);
    return;
  }
  open.payment.amount_requested = invoice.amount_remaining;
  open.intent.amount = invoice.amount_remaining;
}
