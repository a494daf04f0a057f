import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  catalogId,
  cents,
  lineOfText,
  listQuery,
  listSchema,
  pageQuery,
  providerId,
  reportFormat,
  rowIdParameter,
  utc,
} from '../api/values.ts';
import { savedCard } from './cards.ts';
import { invoicePayment, invoicePaymentResult } from './invoice-payments.ts';
import { invoicePreview, recurringCharge } from './invoice-previews.ts';
import { invoiceRow, invoiceStatuses, invoiceSum } from './invoice-rows.ts';
import { operationAnswer, operationErrors } from './operations.ts';
import { timeline, timelineQuery } from './timeline.ts';

const invoiceQuery = listQuery(['created', 'dueDate', 'number', 'status', 'total'], {
  sortField: 'created',
  order: 'desc',
});

const filteredQuery = invoiceQuery.extend({
  /** Text that the number, product or description contains, ignoring case. */
  text: lineOfText(100, 1).optional(),
  status: z.enum(invoiceStatuses).optional(),
  /** Id of the product of the first line. */
  productId: catalogId.optional(),
  /** Inclusive. */
  createdFrom: utc.optional(),
  /** Exclusive. */
  createdBefore: utc.optional(),
});

const invoiceLine = z.object({
  stripeId: z.string(),
  description: z.string().nullable(),
  quantity: z.int().nullable(),
  /** Cents per unit, rounded if the price has fractions of a cent; null if a line has no price of its own. */
  unitPrice: cents.nullable(),
  amount: cents,
  periodStart: utc,
  periodEnd: utc,
  /** Whether the line credits or charges a part of a period. */
  isProration: z.boolean(),
});

/** One invoice (INV-12). */
export const invoiceDetail = invoiceRow.extend({
  /** The product of the first line; null if the catalog does not have it. */
  productId: catalogId.nullable(),
  amountDue: cents,
  amountPaid: cents,
  amountRemaining: cents,
  paid: z.boolean(),
  subtotal: cents,
  /** Discount from coupons. */
  discount: cents,
  /** The discount by coupon (INV-29). */
  discounts: z.array(
    z.object({
      /** The code that was entered, or the coupon's name; null while unknown. */
      name: z.string().nullable(),
      percentOff: z.number().nullable(),
      /** Cents off each invoice. */
      amountOff: cents.nullable(),
      /** Discount on this invoice. */
      amount: cents,
    }),
  ),
  tax: cents,
  /** The parts of `tax`, each with its name and rate in the user's language. */
  taxes: z.array(z.object({ description: z.string(), amount: cents })),
  /**
   * Cents of the customer's credit that the invoice used; negative if the invoice added to the credit. 0 for a draft.
   */
  creditApplied: cents,
  /** Cents that were too small to be charged earlier and are charged with this invoice. 0 for a draft. */
  owedBefore: cents,
  /**
   * Cents that are too small to be charged with this invoice and are charged with the customer's next one. 0 for a
   * draft.
   */
  carriedOver: cents,
  /** Whether a card is charged, or the invoice is sent to the customer. */
  collection: z.enum(['charge', 'send']),
  periodStart: utc,
  periodEnd: utc,
  receiptNumber: z.string().nullable(),
  /** The card that paid the invoice; null if none did. */
  paidWith: savedCard.shape.card.pick({ brand: true, last4: true }).nullable(),
  customerEmail: z.string().nullable(),
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  customerAddress: z
    .object({
      line1: z.string().nullable(),
      line2: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      postalCode: z.string().nullable(),
      country: z.string().nullable(),
    })
    .nullable(),
  /** The customer's tax numbers, with the payment provider's names of their kinds. */
  customerTaxIds: z.array(z.object({ kind: z.string(), value: z.string() })),
  /** The customer's own lines, such as a purchase order. */
  customFields: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The requested page of the invoice's lines. */
  lines: listSchema(invoiceLine),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

/** The next invoice of a subscription. */
export const upcomingInvoice = invoicePreview.extend({
  subscriptionId: z.int(),
  productId: catalogId,
  productName: z.string(),
  subscriptionPlanName: z.string(),
  currency: z.string(),
  /** When the invoice will be charged. */
  created: utc,
  periodStart: utc,
  periodEnd: utc,
  /** What is paid each interval, from this invoice on. */
  recurringCharges: z.array(recurringCharge),
  /** The three charges after this one, as far as known. */
  following: z.array(z.object({ created: utc, total: cents, amountDue: cents })),
  /** True if the payment provider did not answer and this is its previous answer. */
  stale: z.boolean(),
  /** When this answer was given: at most a minute ago unless `stale`. */
  asOf: utc,
  /**
   * True if the payment provider did not answer and there is no previous answer: the price alone, before tax and
   * discounts.
   */
  isEstimate: z.boolean(),
});
export type UpcomingInvoice = z.infer<typeof upcomingInvoice>;

/** A draft, or an open invoice (INV-7). */
export const pendingInvoice = z.object({
  stripeId: z.string(),
  number: z.string().nullable(),
  description: z.string().nullable(),
  /** The product that the invoice is for; null if the catalog does not have it. */
  productName: z.string().nullable(),
  amountDue: cents,
  amountPaid: cents,
  amountRemaining: cents,
  currency: z.string(),
  status: z.enum(['draft', 'open']),
  /** The sender: the name of the account's brand. */
  accountName: z.string(),
  created: utc,
  dueDate: utc.nullable(),
  hostedInvoiceUrl: z.string().nullable(),
});
export type PendingInvoice = z.infer<typeof pendingInvoice>;

const pendingItem = z.object({
  stripeId: z.string(),
  description: z.string().nullable(),
  amount: cents,
  currency: z.string(),
  created: utc,
});

const invoiceParameters = z.object({ id: providerId });

export const invoices = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices',
    summary: "The account's invoices",
    action: 'invoices.view',
    query: filteredQuery,
    response: listSchema(invoiceRow).extend({
      /** By currency; left out if no filter is set. */
      sums: z.array(invoiceSum).optional(),
    }),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/Reports/InvoicesReport',
    summary: 'The invoices as a CSV file, with the filters of the list',
    action: 'invoices.view',
    query: filteredQuery.extend(reportFormat),
  }),
  listForSubscription: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}/invoices',
    summary: 'The invoices of one subscription',
    action: 'invoices.view',
    params: z.object({ id: rowIdParameter }),
    query: invoiceQuery,
    response: listSchema(invoiceRow),
  }),
  getDetails: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices/{id}/Details',
    summary: 'One invoice with a page of its lines',
    action: 'invoices.view',
    params: invoiceParameters,
    query: pageQuery({ pageSize: 100, max: 400 }),
    response: invoiceDetail,
  }),
  getPdf: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices/{id}/Pdf',
    summary: 'The document of an invoice as a PDF file',
    action: 'invoices.view',
    params: invoiceParameters,
  }),
  listEvents: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices/{id}/Events',
    summary: 'The events of an invoice and its payments within 30 days',
    action: 'invoices.view',
    params: invoiceParameters,
    query: timelineQuery,
    response: timeline,
  }),
  listUpcoming: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices/upcoming',
    summary: 'The upcoming invoice of each renewing subscription, earliest first',
    action: 'invoices.view',
    // The payment provider previews each invoice, unless it did so in the last minute.
    query: pageQuery({ pageSize: 10, max: 20 }),
    response: listSchema(upcomingInvoice),
  }),
  listUpcomingForSubscription: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}/invoices/upcoming',
    summary: 'The upcoming invoice of one subscription; empty if it does not renew',
    action: 'invoices.view',
    params: z.object({ id: rowIdParameter }),
    response: listSchema(upcomingInvoice),
  }),
  listPending: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices/pending',
    summary: 'Draft and open invoices, and items that wait for an invoice',
    action: 'invoices.view',
    query: listQuery(['created'], { sortField: 'created', order: 'desc' }),
    response: listSchema(pendingInvoice).extend({
      /** The newest hundred. */
      pendingItems: z.array(pendingItem),
      /** Sum in cents. */
      pendingItemsTotal: cents,
    }),
  }),
  sendToPay: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/invoices/sendToPay/{id}',
    summary: 'Collects an open invoice: charges its card, or sends it to the customer if it is collected that way',
    action: 'invoices.pay',
    params: invoiceParameters,
    body: z.object({}).optional(),
    response: operationAnswer.extend({
      /** `requiresAction`: the cardholder must authenticate on `hostedInvoiceUrl`. */
      outcome: z.enum(['paid', 'sent', 'requiresAction']).nullable(),
      hostedInvoiceUrl: z.string().nullable(),
    }),
    errors: [...operationErrors, 'Conflict'],
  }),
  getPayment: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices/{id}/Pay',
    summary: 'The information needed to pay an invoice in the portal',
    action: 'invoices.pay',
    params: invoiceParameters,
    response: invoicePayment,
  }),
  pay: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/invoices/{id}/Pay',
    summary:
      "Pays an open invoice with a saved card. Repeating the call, for example after the cardholder authenticated, charges nothing again and returns the payment's state",
    action: 'invoices.pay',
    params: invoiceParameters,
    body: z.object({
      paymentMethodId: providerId,
      /** Whether the card is also charged for the next renewals of the subscription. */
      keepCard: z.boolean(),
    }),
    response: invoicePaymentResult,
    errors: [...operationErrors, 'Conflict'],
  }),
};
