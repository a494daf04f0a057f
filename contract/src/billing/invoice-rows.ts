import { z } from 'zod';
import { cents, utc } from '../api/values.ts';

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** A row of the invoices list (INV-13). */
export const invoiceRow = z.object({
  stripeId: z.string(),
  number: z.string().nullable(),
  description: z.string().nullable(),
  /** The product of the invoice's first line, in the user's language; null if the catalog does not have it. */
  productName: z.string().nullable(),
  total: cents,
  currency: z.string(),
  status: z.enum(invoiceStatuses),
  created: utc,
  dueDate: utc.nullable(),
  /** The portal's address of the PDF (`getPdf`); null before it exists. */
  invoicePdf: z.string().nullable(),
  hostedInvoiceUrl: z.string().nullable(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

/** Sums of the invoices in one currency, excluding drafts and void invoices. */
export const invoiceSum = z.object({
  currency: z.string(),
  /** Number of invoices. */
  invoices: z.int().positive(),
  total: cents,
  /** The unpaid part, including what was written off. */
  remaining: cents,
});
export type InvoiceSum = z.infer<typeof invoiceSum>;
