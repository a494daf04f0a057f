import { z } from 'zod';
import { cents, utc } from '../api/values.ts';

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

/** What invoices of one currency come to, without drafts and void ones. */
export const invoiceSum = z.object({
  currency: z.string(),
  /** How many invoices are counted. */
  invoices: z.int().positive(),
  total: cents,
  /** What of it was not paid, with what was written off. */
  remaining: cents,
});
export type InvoiceSum = z.infer<typeof invoiceSum>;
