import type Stripe from 'stripe';
import type { Database, Queryable } from '../db/database.ts';
import type { StripeClient } from './client.ts';
import { translated } from './errors.ts';
import { createMirrorQueries, type MirroredType } from './mirror.queries.ts';

/** As the mirror passes it on: the one shape of Stripe's that modules read, never its SDK. */
export type StripeSubscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'customer'
  | 'status'
  | 'items'
  | 'start_date'
  | 'ended_at'
  | 'trial_end'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'currency'
  | 'default_payment_method'
>;

/**
 * Told of each subscription that the mirror takes. What it returns runs in the same transaction, so that what hangs on a subscription never lags
 * behind; what it needs to look up elsewhere it looks up before.
 */
export type SubscriptionListener = (
  subscription: StripeSubscription,
) => Promise<(transaction: Queryable) => Promise<void>>;

/**
 * Keeps Stripe's objects in PostgreSQL. An object is taken with the time at which it was true: the answer's arrival for a change that we made
 * ourselves, the question's departure for a reading. An older state never replaces a newer one.
 */
export function createMirror(database: Database, client: StripeClient) {
  const queries = createMirrorQueries();
  const listeners: SubscriptionListener[] = [];

  async function takeSubscription(subscription: Stripe.Subscription, at: Date): Promise<void> {
    const invoice =
      typeof subscription.latest_invoice === 'object' ? (subscription.latest_invoice ?? undefined) : undefined;
    const writes = await Promise.all(listeners.map((listener) => listener(subscription)));
    await database.transaction(async (transaction) => {
      if (invoice) await queries.takeInvoice(transaction, invoice, at);
      if (!(await queries.takeSubscription(transaction, subscription, at))) return;
      for (const write of writes) await write(transaction);
    });
  }

  async function readAgain(type: MirroredType, id: string): Promise<void> {
    const stripe = await client();
    const at = new Date();
    switch (type) {
      case 'customer':
        return queries.takeCustomer(database.query, await stripe.customers.retrieve(id), at);
      case 'payment_method':
        return queries.takePaymentMethod(database.query, await stripe.paymentMethods.retrieve(id), at);
      case 'subscription':
        return takeSubscription(await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }), at);
      case 'invoice':
        return queries.takeInvoice(database.query, await stripe.invoices.retrieve(id), at);
    }
  }

  return {
    onSubscription: (listener: SubscriptionListener): void => {
      listeners.push(listener);
    },
    /** Takes what a call of ours has just answered, so that no screen waits for a webhook. */
    tookSubscription: (subscription: Stripe.Subscription) => takeSubscription(subscription, new Date()),
    tookCustomer: (customer: Stripe.Customer) => queries.takeCustomer(database.query, customer, new Date()),
    tookPaymentMethod: (paymentMethod: Stripe.PaymentMethod) =>
      queries.takePaymentMethod(database.query, paymentMethod, new Date()),
    /** Reads an object afresh from Stripe and takes it. What is gone there is marked as deleted here. */
    refresh: async (type: MirroredType, id: string): Promise<void> => {
      const at = new Date();
      try {
        await readAgain(type, id);
      } catch (error) {
        if ((error as { code?: string }).code !== 'resource_missing') return translated(() => Promise.reject(error));
        await queries.markDeleted(database.query, type, id, at);
      }
    },
  };
}

export type Mirror = ReturnType<typeof createMirror>;
