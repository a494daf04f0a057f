import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type Stripe from 'stripe';
import type { Queryable } from '../db/database.ts';
import { stripeCustomers, stripeInvoices, stripePaymentMethods, stripeSubscriptions } from '../db/schema/index.ts';
import { withoutSecrets } from './secrets.ts';

type Expandable = string | { id: string } | null | undefined;
const idOf = (value: Expandable) => (typeof value === 'string' ? value : (value?.id ?? null));
const moment = (seconds: number) => new Date(seconds * 1000);

const tables = {
  customer: stripeCustomers,
  payment_method: stripePaymentMethods,
  subscription: stripeSubscriptions,
  invoice: stripeInvoices,
} as const;

/** Objects that the mirror keeps. */
export type MirroredType = keyof typeof tables;

export function isMirrored(type: string): type is MirroredType {
  return Object.hasOwn(tables, type);
}

/** All columns but the id, from the row that was to be inserted. */
function excluded(values: Record<string, unknown>, table: PgTable): Record<string, SQL> {
  const columns = table as unknown as Record<string, { name: string }>;
  return Object.fromEntries(
    Object.keys(values)
      .filter((key) => key !== 'id')
      .map((key) => [key, sql.raw(`excluded."${columns[key]?.name}"`)]),
  );
}

/** Inserts, or replaces an older state. @returns whether this state was taken. */
async function upsert(
  on: Queryable,
  table: (typeof tables)[MirroredType],
  { data, ...columns }: Record<string, unknown> & { data: object; syncedAt: Date },
): Promise<boolean> {
  const values = { ...columns, data: withoutSecrets(data) };
  const taken = await on
    .insert(table)
    .values(values as never)
    .onConflictDoUpdate({
      target: table.id,
      set: excluded(values, table) as never,
      setWhere: sql`${table.syncedAt} <= excluded.synced_at`,
    })
    .returning({ id: table.id });
  return taken.length > 0;
}

export function createMirrorQueries() {
  return {
    async takeCustomer(on: Queryable, customer: Stripe.Customer | Stripe.DeletedCustomer, at: Date): Promise<void> {
      if (customer.deleted) return this.markDeleted(on, 'customer', customer.id, at);
      await upsert(on, stripeCustomers, {
        id: customer.id,
        created: moment(customer.created),
        balance: customer.balance,
        defaultPaymentMethod: idOf(customer.invoice_settings.default_payment_method),
        deleted: false,
        data: customer,
        syncedAt: at,
      });
    },

    async takePaymentMethod(on: Queryable, paymentMethod: Stripe.PaymentMethod, at: Date): Promise<void> {
      await upsert(on, stripePaymentMethods, {
        id: paymentMethod.id,
        customerId: idOf(paymentMethod.customer),
        created: moment(paymentMethod.created),
        type: paymentMethod.type,
        brand: paymentMethod.card?.brand ?? 'unknown',
        last4: paymentMethod.card?.last4 ?? '',
        expMonth: paymentMethod.card?.exp_month ?? 0,
        expYear: paymentMethod.card?.exp_year ?? 0,
        deleted: paymentMethod.customer === null,
        data: paymentMethod,
        syncedAt: at,
      });
    },

    takeSubscription: (on: Queryable, subscription: Stripe.Subscription, at: Date): Promise<boolean> =>
      upsert(on, stripeSubscriptions, {
        id: subscription.id,
        customerId: idOf(subscription.customer) ?? '',
        created: moment(subscription.created),
        status: subscription.status,
        deleted: false,
        data: { ...subscription, latest_invoice: idOf(subscription.latest_invoice) },
        syncedAt: at,
      }),

    async takeInvoice(on: Queryable, invoice: Stripe.Invoice, at: Date): Promise<void> {
      // Payments change without their invoice.
      const { payments: _payments, ...kept } = invoice;
      await upsert(on, stripeInvoices, {
        id: invoice.id,
        customerId: idOf(invoice.customer) ?? '',
        subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
        created: moment(invoice.created),
        dueDate: invoice.due_date ? moment(invoice.due_date) : null,
        number: invoice.number,
        status: invoice.status ?? 'draft',
        currency: invoice.currency,
        total: invoice.total,
        amountDue: invoice.amount_due,
        amountPaid: invoice.amount_paid,
        amountRemaining: invoice.amount_remaining,
        description: invoice.lines.data[0]?.description ?? invoice.description,
        invoicePdf: invoice.invoice_pdf ?? null,
        hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
        deleted: false,
        data: kept,
        syncedAt: at,
      });
    },

    async markDeleted(on: Queryable, type: MirroredType, id: string, at: Date): Promise<void> {
      const table = tables[type];
      await on
        .update(table)
        .set({ deleted: true, syncedAt: at } as never)
        .where(sql`${table.id} = ${id} and ${table.syncedAt} <= ${at.toISOString()}`);
    },
  };
}
