import type Stripe from 'stripe';

/** What happens at Stripe: one step of a customer's life, chosen by a number. Steps that make no sense at the moment do nothing. */
export interface StripeLife {
  readonly customers: readonly string[];
  step(choice: number): Promise<void>;
}

const cards = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_chargeCustomerFail', 'pm_card_amex'];

/** A life lived past the portal, through Stripe's API: cards come and go, subscriptions change and renew, payments fail and are returned. */
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

  async function newCustomer(choice: number): Promise<void> {
    const made = await stripe.customers.create({
      name: `Customer ${choice}`,
      // Some live by the clock, and renew; while the test cards have not expired there, which they do after two years at the earliest.
      ...(choice % 2 === 0 && now - clock.frozen_time < 600 * 86_400 && { test_clock: clock.id }),
    });
    customers.push(made.id);
    const card = await stripe.paymentMethods.attach(pick(cards, choice), { customer: made.id });
    await stripe.customers.update(made.id, { invoice_settings: { default_payment_method: card.id } });
  }

  const steps: ((customer: string, choice: number) => Promise<unknown>)[] = [
    (customer, choice) =>
      stripe.subscriptions.create({
        customer,
        items: [{ price: price(choice), quantity: 1 + (choice % 4) }],
        payment_behavior: 'allow_incomplete',
      }),
    (customer) => stripe.customers.update(customer, { name: `Renamed ${customer.slice(-4)}` }),
    async (customer, choice) => {
      const [subscription] = (await stripe.subscriptions.list({ customer, limit: 1 })).data;
      const [item] = subscription?.items.data ?? [];
      if (!subscription || !item) return;
      await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price: price(choice), quantity: 1 + (choice % 5) }],
        proration_behavior: choice % 3 === 0 ? 'create_prorations' : 'always_invoice',
      });
    },
    async (customer, choice) => {
      const [subscription] = (await stripe.subscriptions.list({ customer, limit: 1 })).data;
      if (!subscription) return;
      if (choice % 3 === 0) await stripe.subscriptions.cancel(subscription.id);
      else await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: choice % 2 === 0 });
    },
    async (customer, choice) => {
      const card = await stripe.paymentMethods.attach(pick(cards, choice), { customer });
      if (choice % 2 === 0)
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
    },
    async (customer) => {
      const methods = (await stripe.customers.listPaymentMethods(customer)).data;
      const oldest = methods.at(-1);
      if (oldest && methods.length > 1) await stripe.paymentMethods.detach(oldest.id);
    },
    (customer, choice) =>
      stripe.invoiceItems.create({ customer, amount: 100 + (choice % 900), currency: 'usd', description: 'Support' }),
    async (customer, choice) => {
      const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
      if (choice % 3 === 0) return void (await stripe.invoices.del(draft.id ?? ''));
      if (choice % 3 === 1) await stripe.invoices.finalizeInvoice(draft.id ?? '');
    },
    async (customer) => {
      const [charge] = (await stripe.charges.list({ customer, limit: 1 })).data;
      if (!charge?.paid || charge.refunded) return;
      await stripe.refunds.create({
        charge: charge.id,
        amount: Math.ceil((charge.amount - charge.amount_refunded) / 2),
      });
    },
    (customer, choice) =>
      stripe.customers.createBalanceTransaction(customer, {
        amount: (choice % 2 === 0 ? -1 : 1) * 300,
        currency: 'usd',
      }),
    async (customer) => {
      const [open] = (await stripe.invoices.list({ customer, status: 'open', limit: 1 })).data;
      if (open) await stripe.invoices.voidInvoice(open.id ?? '');
    },
    async () => {
      now += 32 * 86_400;
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now });
      while ((await stripe.testHelpers.testClocks.retrieve(clock.id)).status !== 'ready') {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  ];

  return {
    customers,
    async step(choice) {
      if (customers.length < 2 || choice % 7 === 0) return newCustomer(choice);
      const customer = pick(customers, Math.floor(choice / 5));
      // One in a hundred leaves for good.
      if (choice % 97 === 0) {
        customers.splice(customers.indexOf(customer), 1);
        return void (await stripe.customers.del(customer));
      }
      try {
        await pick(steps, Math.floor(choice / 7))(customer, choice);
      } catch (error) {
        // Declined cards, and what may not be done at the moment, are part of life.
        const { type } = error as { type?: string };
        if (type !== 'StripeCardError' && type !== 'StripeInvalidRequestError') throw error;
      }
    },
  };
}
