import Stripe from 'stripe';
import { expect } from 'vitest';
import { isAtStripe } from '../at-stripe.ts';
import { advance } from '../clocks.ts';
import { customerWithCard, monthly } from '../sandbox.ts';
import type { Beginning, Change, Step } from './steps.ts';

const START = Date.UTC(2026, 0, 31, 12) / 1000;
const HOUR = 3600;

type Catalog = Awaited<ReturnType<typeof History.catalog>>;

/** What of an invoice a preview has to foretell. */
function foretold(invoice: Stripe.Invoice) {
  const { subtotal, total, amount_due, starting_balance, currency } = invoice;
  return {
    subtotal,
    total,
    amount_due,
    starting_balance,
    currency,
    taxes: (invoice.total_taxes ?? []).map(({ amount, taxable_amount }) => [amount, taxable_amount]),
    discounts: (invoice.total_discount_amounts ?? []).map(({ amount }) => amount),
    lines: invoice.lines.data.map((line) => ({
      amount: line.amount,
      description: line.description,
      period: line.period,
      quantity: line.quantity,
      price: line.pricing?.price_details?.price ?? null,
      discounts: (line.discount_amounts ?? []).map(({ amount }) => amount),
      taxes: (line.taxes ?? []).map(({ amount }) => amount),
    })),
  };
}

/** The result of a call, or its refusal. */
async function outcome<T>(call: Promise<T>): Promise<{ value: T } | { code: string | undefined; message: string }> {
  try {
    return { value: await call };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { code: error.code, message: error.message };
    throw error;
  }
}

/** One customer on a test clock, with one subscription, to whom steps happen. */
export class History {
  readonly customer: string;
  readonly #stripe: Stripe;
  readonly #catalog: Catalog;
  readonly #clock: Stripe.TestHelpers.TestClock;
  #now = START;
  #subscription: Stripe.Subscription;

  private constructor(
    stripe: Stripe,
    catalog: Catalog,
    clock: Stripe.TestHelpers.TestClock,
    customer: string,
    subscription: Stripe.Subscription,
  ) {
    this.#stripe = stripe;
    this.#catalog = catalog;
    this.#clock = clock;
    this.customer = customer;
    this.#subscription = subscription;
  }

  static async catalog(stripe: Stripe) {
    const [gold, platinum, yearly, free, addOn] = await Promise.all([
      monthly(stripe, 1000),
      monthly(stripe, 3333, { tax_behavior: 'inclusive' }),
      monthly(stripe, 29_999, { recurring: { interval: 'year' } }),
      monthly(stripe, 0),
      monthly(stripe, 777),
    ]);
    const coupon = (given: Stripe.CouponCreateParams) => stripe.coupons.create(given).then(({ id }) => id);
    const coupons = {
      tenth: await coupon({ percent_off: 10, duration: 'forever' }),
      'half once': await coupon({ percent_off: 50, duration: 'once' }),
      'three months': await coupon({ percent_off: 33.3, duration: 'repeating', duration_in_months: 3 }),
      'five off': await coupon({ amount_off: 500, currency: 'usd', duration: 'forever' }),
      all: await coupon({ percent_off: 100, duration: 'forever' }),
    };
    return {
      plans: { gold: gold.id, platinum: platinum.id, yearly: yearly.id, free: free.id },
      addOn: addOn.id,
      coupons,
    };
  }

  /** A new customer with a subscription; its first invoice is what a preview for that customer showed. */
  static async begin(stripe: Stripe, catalog: Catalog, start: Beginning): Promise<History> {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
    const customer = await customerWithCard(stripe, 'pm_card_visa', {
      test_clock: clock.id,
      ...(start.country === null ? {} : { address: { country: start.country, state: 'QC' } }),
    });
    // Yearly renewals outlive a card's usual date.
    const card = String(customer.invoice_settings.default_payment_method);
    await stripe.paymentMethods.update(card, { card: { exp_month: 12, exp_year: 2060 } });
    if (start.balance !== 0) {
      await stripe.customers.createBalanceTransaction(customer.id, { amount: start.balance, currency: 'usd' });
    }
    // Automatic tax needs registrations that an account at Stripe may not have.
    const isTaxed = start.country !== null && !isAtStripe;
    const items = [
      { price: catalog.plans[start.plan], quantity: start.quantity },
      ...(start.addOn ? [{ price: catalog.addOn, quantity: 2 }] : []),
    ];
    const discounts =
      start.coupon === null || start.coupon === 'none' ? [] : [{ coupon: catalog.coupons[start.coupon] }];
    const common = {
      automatic_tax: { enabled: isTaxed },
      ...(discounts.length > 0 ? { discounts } : {}),
    };
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      ...common,
      subscription_details: {
        items,
        ...(start.trialDays === null ? {} : { trial_end: START + start.trialDays * 86_400 }),
      },
    });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      ...common,
      items,
      ...(start.trialDays === null ? {} : { trial_period_days: start.trialDays }),
      expand: ['latest_invoice'],
    });
    expect(foretold(subscription.latest_invoice as Stripe.Invoice)).toEqual(foretold(preview));
    return new History(stripe, catalog, clock, customer.id, await stripe.subscriptions.retrieve(subscription.id));
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'change':
        return this.#change(step);
      case 'wait':
        return this.#goTo(this.#now + step.seconds);
      case 'renew':
        return this.#renew();
      case 'balance':
        if (step.amount !== 0) {
          await this.#stripe.customers.createBalanceTransaction(this.customer, {
            amount: step.amount,
            currency: 'usd',
          });
        }
        return;
      case 'item':
        await this.#stripe.invoiceItems.create({ customer: this.customer, amount: step.amount, currency: 'usd' });
        return;
      case 'refund':
        return this.#refund(step.share);
      case 'credit note':
        return this.#creditNote(step.share, step.as);
      case 'manual invoice':
        return this.#manualInvoice(step.amount, step.credited, step.isVoided);
    }
  }

  async end(): Promise<void> {
    await this.#stripe.testHelpers.testClocks.del(this.#clock.id);
  }

  async #goTo(time: number): Promise<void> {
    await advance(this.#stripe, this.#clock.id, time);
    this.#now = time;
    this.#subscription = await this.#stripe.subscriptions.retrieve(this.#subscription.id);
  }

  #periodEnd(): number {
    return Math.min(...this.#subscription.items.data.map((item) => item.current_period_end));
  }

  /** The invoice at the end of the period is the one that a preview shows now. */
  async #renew(): Promise<void> {
    const { id } = this.#subscription;
    const preview = await this.#stripe.invoices.createPreview({ subscription: id });
    const before = this.#subscription.latest_invoice;
    const end = this.#periodEnd();
    await this.#goTo(end + 2 * HOUR);
    expect(this.#subscription.latest_invoice).not.toBe(before);
    const invoice = await this.#whole(String(this.#subscription.latest_invoice));
    expect(foretold(invoice)).toEqual(foretold(preview));
    expect(invoice.status).toBe('paid');
  }

  /** An invoice with all its lines: it shows the first ten, a preview all. */
  async #whole(id: string): Promise<Stripe.Invoice> {
    const invoice = await this.#stripe.invoices.retrieve(id);
    if (!invoice.lines.has_more) return invoice;
    const data: Stripe.InvoiceLineItem[] = [];
    for await (const line of this.#stripe.invoices.listLineItems(id, { limit: 100 })) data.push(line);
    return { ...invoice, lines: { ...invoice.lines, data, has_more: false } };
  }

  /** The same change is previewed and made; both are refused alike, or the invoice that follows is the one that was shown. */
  async #change(step: Change): Promise<void> {
    const { id } = this.#subscription;
    const { discounts, ...details } = this.#described(step);
    const preview = await outcome(
      this.#stripe.invoices.createPreview({ subscription: id, subscription_details: details, ...discounts }),
    );
    const before = this.#subscription.latest_invoice;
    const { billing_cycle_anchor: anchor, ...rest } = details;
    const changed = await outcome(
      this.#stripe.subscriptions.update(id, {
        ...rest,
        ...discounts,
        ...(anchor === undefined ? {} : { billing_cycle_anchor: { type: 'now' as const } }),
      }),
    );
    if (!('value' in preview) || !('value' in changed)) {
      expect(changed).toEqual(preview);
      return;
    }
    this.#subscription = changed.value;
    const isNow = changed.value.latest_invoice !== before;
    const invoice = isNow
      ? await this.#whole(String(changed.value.latest_invoice))
      : await this.#stripe.invoices.createPreview({ subscription: id });
    expect(foretold(invoice)).toEqual(foretold(preview.value));
    if (isNow) expect(invoice.status).toBe('paid');
  }

  #described(step: Change) {
    const { data } = this.#subscription.items;
    const addOn = data.find(({ price }) => price.id === this.#catalog.addOn);
    const base = data.find((item) => item !== addOn);
    const items: Stripe.SubscriptionUpdateParams.Item[] = [];
    if (base !== undefined && (step.plan !== null || step.quantity !== null)) {
      items.push({
        id: base.id,
        ...(step.plan === null ? {} : { price: this.#catalog.plans[step.plan] }),
        ...(step.quantity === null ? {} : { quantity: step.quantity }),
      });
    }
    if (step.addOn === 'add' && addOn === undefined) items.push({ price: this.#catalog.addOn });
    if (step.addOn === 'remove' && addOn !== undefined) items.push({ id: addOn.id, deleted: true });
    if (typeof step.addOn === 'number' && addOn !== undefined) items.push({ id: addOn.id, quantity: step.addOn });
    const isTrial = this.#subscription.status === 'trialing';
    const from = Math.max(...data.map((item) => item.current_period_start));
    const date =
      step.prorationDate === null || this.#now <= from
        ? undefined
        : Math.floor(from + (this.#now - from) * step.prorationDate);
    return {
      ...(items.length > 0 ? { items } : {}),
      proration_behavior: step.proration,
      ...(date === undefined || step.resetsAnchor ? {} : { proration_date: date }),
      ...(step.resetsAnchor && !isTrial ? { billing_cycle_anchor: { type: 'now' as const } } : {}),
      ...(step.endsTrial && isTrial ? { trial_end: 'now' as const } : {}),
      discounts:
        step.coupon === null
          ? {}
          : { discounts: step.coupon === 'none' ? ('' as const) : [{ coupon: this.#catalog.coupons[step.coupon] }] },
    };
  }

  async #refund(share: number): Promise<void> {
    const { data } = await this.#stripe.charges.list({ customer: this.customer, limit: 3 });
    const charge = data.find((one) => one.status === 'succeeded' && one.amount_refunded < one.amount);
    if (charge === undefined) return;
    const amount = Math.max(1, Math.floor((charge.amount - charge.amount_refunded) * share));
    await this.#stripe.refunds.create({ charge: charge.id, amount });
  }

  /** What a note gives back is what its preview said; more than the invoice has left is refused. */
  async #creditNote(share: number, as: 'refund' | 'credit' | 'elsewhere' | 'lines'): Promise<void> {
    const { data } = await this.#stripe.invoices.list({ customer: this.customer, status: 'paid', limit: 3 });
    const invoice = data.find(({ total }) => total > 0);
    if (invoice === undefined) return;
    const about: Stripe.CreditNoteCreateParams = { invoice: invoice.id };
    let amount = Math.max(1, Math.floor(invoice.total * share));
    if (as === 'lines') {
      const [line] = invoice.lines.data.filter((one) => one.amount > 0);
      if (line === undefined) return;
      about.lines = [
        { type: 'invoice_line_item', invoice_line_item: line.id, amount: Math.max(1, Math.floor(line.amount * share)) },
      ];
      const tried = await outcome(this.#stripe.creditNotes.preview({ ...about, out_of_band_amount: 0 }));
      // The refusal says what the note comes to.
      const sum = 'value' in tried ? null : /post payment amount \(\$([\d,.]+)\)/.exec(tried.message)?.[1];
      if (!sum) return;
      amount = Math.round(Number(sum.replaceAll(',', '')) * 100);
    } else about.amount = amount;
    const given = {
      ...about,
      ...(as === 'refund'
        ? { refund_amount: amount }
        : as === 'credit'
          ? { credit_amount: amount }
          : { out_of_band_amount: amount }),
    };
    const preview = await outcome(this.#stripe.creditNotes.preview(given));
    const note = await outcome(this.#stripe.creditNotes.create(given));
    if (!('value' in note) || !('value' in preview)) {
      expect(note).toEqual(preview);
      return;
    }
    expect([note.value.total, note.value.type]).toEqual([preview.value.total, preview.value.type]);
  }

  /** An invoice of its own: given up, or credited in part and paid. */
  async #manualInvoice(amount: number, credited: number, isVoided: boolean): Promise<void> {
    const draft = await this.#stripe.invoices.create({ customer: this.customer, auto_advance: false });
    await this.#stripe.invoiceItems.create({ customer: this.customer, amount, currency: 'usd', invoice: draft.id });
    const open = await this.#stripe.invoices.finalizeInvoice(draft.id);
    if (open.status === 'paid') return;
    if (isVoided) {
      await this.#stripe.invoices.voidInvoice(draft.id);
      return;
    }
    // What came from the balance is not the invoice's to credit.
    const off = Math.floor(Math.min(open.total, open.amount_remaining) * credited);
    if (off > 0) {
      const note = await this.#stripe.creditNotes.create({ invoice: draft.id, amount: off });
      expect(note.type).toBe('pre_payment');
    }
    const after = await this.#stripe.invoices.retrieve(draft.id);
    expect(after.amount_remaining).toBe(open.amount_remaining - off);
    if (after.status === 'open')
      expect((await this.#stripe.invoices.pay(draft.id)).amount_paid).toBe(after.amount_remaining);
  }
}
