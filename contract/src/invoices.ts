import { z } from 'zod';
import { savedCard } from './cards.ts';
import { defineEndpoint } from './endpoint.ts';
import { operationAnswer, operationErrors } from './operations.ts';
import { timeline, timelineQuery } from './timeline.ts';
import {
  catalogId,
  cents,
  lineOfText,
  listOf,
  listQuery,
  pageQuery,
  providerId,
  rowIdParameter,
  utc,
} from './values.ts';

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** A row of the invoices list (INV-13). */
export const invoiceRow = z.object({
  stripeId: z.string(),
  number: z.string().nullable(),
  description: z.string().nullable(),
  /** The product that its first line is about, in the reader's language; null where the catalog does not know it. */
  productName: z.string().nullable(),
  total: cents,
  currency: z.string(),
  status: z.enum(invoiceStatuses),
  created: utc,
  dueDate: utc.nullable(),
  /** The portal's own address of the document (`getPdf`); null before there is one. */
  invoicePdf: z.string().nullable(),
  hostedInvoiceUrl: z.string().nullable(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

const invoiceQuery = listQuery(['created', 'dueDate', 'number', 'status', 'total'], {
  sortField: 'created',
  order: 'desc',
});

const filteredQuery = invoiceQuery.extend({
  /** Only those with this in their number, product or description, in any case. */
  text: lineOfText(100, 1).optional(),
  status: z.enum(invoiceStatuses).optional(),
  /** Only those whose first line is about this product. */
  productId: catalogId.optional(),
  /** Only those created then or later. */
  createdFrom: utc.optional(),
  /** Only those created earlier. */
  createdBefore: utc.optional(),
});

/** A coupon on an invoice or a subscription. */
export const appliedDiscount = z.object({
  /** Its name in the reader's language. */
  name: z.string(),
  /** What the customer types; null for a discount that the vendor gave. */
  code: z.string().nullable(),
  /** Cents that it takes off this invoice. */
  amount: cents,
  /** From then on it takes nothing off; null where it never ends, or has an end that is not known. */
  until: utc.nullable(),
});
export type AppliedDiscount = z.infer<typeof appliedDiscount>;

/** What is paid each interval from a date on. A discount's end begins another one. */
export const recurringCharge = z.object({
  /** The first charge of this amount. */
  from: utc,
  /** The first charge of another amount; null where none is known. */
  until: utc.nullable(),
  /** Cents for each interval, with discounts and tax, before credit. */
  total: cents,
  /** Cents that discounts take off. */
  discount: cents,
});
export type RecurringCharge = z.infer<typeof recurringCharge>;

export const invoicePreview = z.object({
  lines: z.array(
    z.object({
      /** Product and plan, or the option, with what it pays for. */
      description: z.string(),
      /** The plan's name, or the option's caption. */
      name: z.string(),
      kind: z.enum(['base', 'additional', 'addon', 'other']),
      /** Whether it gives back or charges a part of a period. */
      isProration: z.boolean(),
      quantity: z.int(),
      unitPrice: cents,
      amount: cents,
    }),
  ),
  subtotal: cents,
  /** What coupons take off; negative where discounted time is given back. */
  discount: cents,
  /** The coupons behind `discount`. */
  discounts: z.array(appliedDiscount),
  totalExcludingTax: cents,
  taxAmounts: z.array(z.object({ description: z.string(), amount: cents })),
  total: cents,
  /** What the customer's credit leaves to be paid. */
  amountDue: cents,
  /** The customer's credit before this invoice; 0 without one. */
  creditBefore: cents,
  /** The customer's credit after it. More than before where the invoice gives money back. */
  creditAfter: cents,
});
export type InvoicePreview = z.infer<typeof invoicePreview>;

const invoiceLine = z.object({
  stripeId: z.string(),
  description: z.string().nullable(),
  quantity: z.int().nullable(),
  /** Cents for each; null where a line has no price of its own. Rounded where the price has fractions of a cent. */
  unitPrice: cents.nullable(),
  amount: cents,
  periodStart: utc,
  periodEnd: utc,
  /** Whether it gives back or charges a part of a period. */
  isProration: z.boolean(),
});

/** One invoice (INV-12). */
export const invoiceDetail = invoiceRow.extend({
  amountDue: cents,
  amountPaid: cents,
  amountRemaining: cents,
  paid: z.boolean(),
  subtotal: cents,
  /** What coupons took off. */
  discount: cents,
  tax: cents,
  /** Cents of the customer's credit that it spent; negative where it was added to the credit. 0 for a draft. */
  creditApplied: cents,
  /** Whether a card is charged, or the invoice is sent to its payer. */
  collection: z.enum(['charge', 'send']),
  periodStart: utc,
  periodEnd: utc,
  receiptNumber: z.string().nullable(),
  /** The card that paid it; null where none did. */
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
  /** One page of its lines, as the query asks. */
  lines: listOf(invoiceLine),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

/** What a subscription will be charged next. */
export const upcomingInvoice = invoicePreview.extend({
  subscriptionId: z.int(),
  productId: catalogId,
  productName: z.string(),
  subscriptionPlanName: z.string(),
  currency: z.string(),
  /** When it will be charged. */
  created: utc,
  periodStart: utc,
  periodEnd: utc,
  /** What is paid each interval from this invoice on. */
  recurringCharges: z.array(recurringCharge),
  /** The three charges after this one, as far as they are known. */
  following: z.array(z.object({ created: utc, total: cents, amountDue: cents })),
  /** True where the payment provider did not answer and this is what it said before. */
  stale: z.boolean(),
  /** When it was so: at most a minute ago unless `stale`. */
  asOf: utc,
});
export type UpcomingInvoice = z.infer<typeof upcomingInvoice>;

/** A draft, or an open invoice (INV-7). */
export const pendingInvoice = z.object({
  stripeId: z.string(),
  number: z.string().nullable(),
  description: z.string().nullable(),
  amountDue: cents,
  amountPaid: cents,
  amountRemaining: cents,
  currency: z.string(),
  status: z.enum(['draft', 'open']),
  /** Who bills, as the payment provider knows the vendor. */
  accountName: z.string().nullable(),
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
    response: listOf(invoiceRow),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/Reports/InvoicesReport',
    summary: 'The invoices as a CSV file, filtered as the list',
    action: 'invoices.view',
    query: filteredQuery.extend({ format: z.literal('csv') }),
  }),
  listForSubscription: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}/invoices',
    summary: 'The invoices of one subscription',
    action: 'invoices.view',
    params: z.object({ id: rowIdParameter }),
    query: invoiceQuery,
    response: listOf(invoiceRow),
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
    summary: 'What happened to an invoice and to its payments: up to 30 days',
    action: 'invoices.view',
    params: invoiceParameters,
    query: timelineQuery,
    response: timeline,
  }),
  listUpcoming: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices/upcoming',
    summary: 'What each subscription that renews will be charged next, the nearest first',
    action: 'invoices.view',
    // Each is reckoned by the payment provider when it was not in the last minute.
    query: pageQuery({ pageSize: 10, max: 20 }),
    response: listOf(upcomingInvoice),
  }),
  listUpcomingForSubscription: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}/invoices/upcoming',
    summary: 'What one subscription will be charged next; empty where it does not renew',
    action: 'invoices.view',
    params: z.object({ id: rowIdParameter }),
    response: listOf(upcomingInvoice),
  }),
  listPending: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/invoices/pending',
    summary: 'Invoices that are being drawn up or wait to be paid, and items that wait for an invoice',
    action: 'invoices.view',
    query: listQuery(['created'], { sortField: 'created', order: 'desc' }),
    response: listOf(pendingInvoice).extend({
      /** The newest hundred at most. */
      pendingItems: z.array(pendingItem),
      /** Cents of all of them. */
      pendingItemsTotal: cents,
    }),
  }),
  sendToPay: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/invoices/sendToPay/{id}',
    summary:
      'Has an open invoice paid: charges the card that it falls to, or sends it to its payer where it is collected so',
    action: 'invoices.pay',
    params: invoiceParameters,
    body: z.object({}).optional(),
    response: operationAnswer.extend({
      /** `requiresAction`: the cardholder must confirm on `hostedInvoiceUrl`. */
      outcome: z.enum(['paid', 'sent', 'requiresAction']).nullable(),
      hostedInvoiceUrl: z.string().nullable(),
    }),
    errors: [...operationErrors, 'Conflict'],
  }),
};
