import type Stripe from 'stripe';

/**
 * Random steps in a customer's life at Stripe, chosen by a number. A step that is not possible at the moment does
 * nothing.
 */
export interface StripeLife {
  step(choice: number): Promise<void>;
  /** The kinds of steps that have not occurred yet. */
  readonly missing: ReadonlySet<string>;
}

const cards = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_chargeCustomerFail', 'pm_card_amex'];

/**
 * Random events at Stripe through its API, without the portal: cards are added and removed, subscriptions change and
 * renew, payments fail and are refunded.
 */
export async function beginStripeLife(stripe: Stripe): Promise<StripeLife> {
  const product = await stripe.products.create({ name: 'Mirrored' });
  const prices = await Promise.all(
    [1_000, 2_500, 9_900].map((amount) =>
      stripe.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount: amount,
        recurring: { interval: 'month' },
      }),
    ),
  );
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
  let now = clock.frozen_time;
  const customers: string[] = [];
  const pick = <Item>(items: readonly Item[], choice: number) => items[choice % items.length] as Item;
  const price = (choice: number) => pick(prices, choice).id;

  async function addCustomer(choice: number): Promise<void> {
    const made = await stripe.customers.create({
      name: `Customer ${choice}`,
      // Some customers have the test clock and renew, as long as their test cards have not expired, which takes at
      // least two years.
      ...(choice % 2 === 0 && now - clock.frozen_time < 600 * 86_400 && { test_clock: clock.id }),
    });
    customers.push(made.id);
    const card = await stripe.paymentMethods.attach(pick(cards, choice), { customer: made.id });
    await stripe.customers.update(made.id, { invoice_settings: { default_payment_method: card.id } });
  }

  /** Each returns undefined if it does nothing. */
  const steps: Readonly<Record<string, (customer: string, choice: number) => Promise<unknown>>> = {
    subscribe: (customer, choice) =>
      stripe.subscriptions.create({
        customer,
        items: [{ price: price(choice), quantity: 1 + (choice % 4) }],
        payment_behavior: 'allow_incomplete',
      }),
    rename: (customer) => stripe.customers.update(customer, { name: `Renamed ${customer.slice(-4)}` }),
    async changeSubscription(customer, choice) {
      const [subscription] = (await stripe.subscriptions.list({ customer, limit: 1 })).data;
      const [item] = subscription?.items.data ?? [];
      if (!subscription || !item) return undefined;
      return stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price: price(choice), quantity: 1 + (choice % 5) }],
        proration_behavior: choice % 3 === 0 ? 'create_prorations' : 'always_invoice',
      });
    },
    async cancel(customer, choice) {
      const [subscription] = (await stripe.subscriptions.list({ customer, limit: 1 })).data;
      if (!subscription) return undefined;
      if (choice % 3 === 0) return stripe.subscriptions.cancel(subscription.id);
      return stripe.subscriptions.update(subscription.id, { cancel_at_period_end: choice % 2 === 0 });
    },
    async addCard(customer, choice) {
      const card = await stripe.paymentMethods.attach(pick(cards, choice), { customer });
      if (choice % 2 !== 0) return card;
      return stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
    },
    async detachCard(customer) {
      const methods = (await stripe.customers.listPaymentMethods(customer)).data;
      const oldest = methods.at(-1);
      return oldest && methods.length > 1 ? stripe.paymentMethods.detach(oldest.id) : undefined;
    },
    addInvoiceItem: (customer, choice) =>
      stripe.invoiceItems.create({ customer, amount: 100 + (choice % 900), currency: 'usd', description: 'Support' }),
    async createInvoice(customer, choice) {
      const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
      if (choice % 3 === 0) return stripe.invoices.del(draft.id ?? '');
      return choice % 3 === 1 ? stripe.invoices.finalizeInvoice(draft.id ?? '') : draft;
    },
    async refund(customer) {
      const [charge] = (await stripe.charges.list({ customer, limit: 1 })).data;
      if (!charge?.paid || charge.refunded) return undefined;
      return stripe.refunds.create({
        charge: charge.id,
        amount: Math.ceil((charge.amount - charge.amount_refunded) / 2),
      });
    },
    changeBalance: (customer, choice) =>
      stripe.customers.createBalanceTransaction(customer, {
        amount: (choice % 2 === 0 ? -1 : 1) * 300,
        currency: 'usd',
      }),
    async voidInvoice() {
      const { data } = await stripe.invoices.list({ status: 'open', limit: 100 });
      const open = data.find(({ customer }) => customers.includes(String(customer)));
      return open && stripe.invoices.voidInvoice(open.id ?? '');
    },
    deleteCustomer(customer) {
      customers.splice(customers.indexOf(customer), 1);
      return stripe.customers.del(customer);
    },
    async passMonth() {
      now += 32 * 86_400;
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now });
      for (;;) {
        const advanced = await stripe.testHelpers.testClocks.retrieve(clock.id);
        if (advanced.status === 'ready') return advanced;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
  const names = Object.keys(steps);
  const missing = new Set(names);

  return {
    missing,
    async step(choice) {
      if (customers.length < 2 || choice % 7 === 0) return addCustomer(choice);
      const customer = pick(customers, Math.floor(choice / 5));
      // Every second step is of a missing kind, so that a short life covers all of them.
      const name = pick(missing.size > 0 && choice % 2 === 0 ? [...missing] : names, Math.floor(choice / 7));
      try {
        if (await steps[name]?.(customer, choice)) missing.delete(name);
      } catch (error) {
        // Declined cards and steps that are not allowed at the moment are expected.
        const { type } = error as { type?: string };
        if (type !== 'StripeCardError' && type !== 'StripeInvalidRequestError') throw error;
      }
    },
  };
}
