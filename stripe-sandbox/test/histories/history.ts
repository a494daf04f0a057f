import type Stripe from 'stripe';
import { expect } from 'vitest';
import { isAtStripe } from '../at-stripe.ts';
import { advance } from '../clocks.ts';
import { customerWithCard } from '../sandbox.ts';
import type { Catalog } from './catalog.ts';
import { creditNote, manualInvoice, refund } from './documents.ts';
import { foretold, outcome } from './foretold.ts';
import { schedulePlan } from './scheduled.ts';
import type { Beginning, Change, Step } from './steps.ts';

const START = Date.UTC(2026, 0, 31, 12) / 1000;
const HOUR = 3600;
/** A location with one tax, a location with two taxes, and a location with none. */
const addresses = {
  DE: { country: 'DE' },
  CA: { country: 'CA', state: 'QC' },
  US: { country: 'US', state: 'OR' },
};

/** A customer on a test clock with one subscription, on which steps are performed. */
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

  /** Creates a customer with a subscription and checks that its first invoice equals its preview. */
  static async begin(stripe: Stripe, catalog: Catalog, start: Beginning): Promise<History> {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
    const customer = await customerWithCard(stripe, 'pm_card_visa', {
      test_clock: clock.id,
      ...(start.country === null ? {} : { address: addresses[start.country] }),
    });
    // Yearly renewals happen after a card's usual expiry.
    const card = String(customer.invoice_settings.default_payment_method);
    await stripe.paymentMethods.update(card, { card: { exp_month: 12, exp_year: 2060 } });
    if (start.balance !== 0) {
      await stripe.customers.createBalanceTransaction(customer.id, { amount: start.balance, currency: 'usd' });
    }
    // Automatic tax needs registrations, which an account at Stripe may lack.
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
      case 'schedule':
        return this.#schedule(step);
      case 'balance':
        if (step.amount !== 0) {
          await this.#stripe.customers.createBalanceTransaction(this.customer, {
            amount: step.amount,
            currency: 'usd',
          });
        }
        return;
      case 'move':
        await this.#stripe.customers.update(this.customer, { address: addresses[step.country] });
        return;
      case 'item':
        await this.#stripe.invoiceItems.create({ customer: this.customer, amount: step.amount, currency: 'usd' });
        return;
      case 'refund':
        return refund(this.#stripe, this.customer, step.share);
      case 'credit note':
        return creditNote(this.#stripe, this.customer, step);
      case 'manual invoice':
        return manualInvoice(this.#stripe, this.customer, step);
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

  /** Checks that the invoice at the period's end equals its preview now. */
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

  /** Schedules another plan for the period's end, and checks that the renewal equals its preview. */
  async #schedule({ plan, quantity }: Extract<Step, { kind: 'schedule' }>): Promise<void> {
    const { status, items } = this.#subscription;
    // Items of several periods do not renew together.
    if (status !== 'active' || items.data.some((item) => item.current_period_end !== this.#periodEnd())) return;
    const { plans, addOn } = this.#catalog;
    await schedulePlan(this.#stripe, this.#subscription, { price: plans[plan], quantity, addOn });
    await this.#renew();
    await this.#goTo(this.#now + 24 * HOUR);
    expect(this.#subscription.schedule).toBeNull();
  }

  /** An invoice with all its lines. An invoice shows the first ten, a preview all. */
  async #whole(id: string): Promise<Stripe.Invoice> {
    const invoice = await this.#stripe.invoices.retrieve(id);
    if (!invoice.lines.has_more) return invoice;
    const data: Stripe.InvoiceLineItem[] = [];
    for await (const line of this.#stripe.invoices.listLineItems(id, { limit: 100 })) data.push(line);
    return { ...invoice, lines: { ...invoice.lines, data, has_more: false } };
  }

  /** Previews a change and performs it. Both must be rejected alike, or the invoice must equal its preview. */
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
}
