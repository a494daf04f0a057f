import type { Locale } from '@portico/contract';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { type InvoiceLife, readInvoiceDocument, readInvoiceLife } from '../../core/stripe/index.ts';
import { describeLine } from './invoices.preview.ts';
import { findMirroredInvoice, listLines, type MirroredLine } from './invoices.queries.ts';

/** Lines that a mail shows. Longer invoices are shown as a whole by their page. */
const mostLines = 20;

/** An invoice as a mail about it needs it. Amounts in cents. */
export interface MailedInvoice extends InvoiceLife {
  readonly id: string;
  readonly customerId: string;
  readonly number: string;
  readonly status: string;
  readonly currency: string;
  readonly total: number;
  readonly tax: number;
  readonly discount: number;
  /** As the mirror keeps it. */
  readonly data: unknown;
  /** What the customer's credit paid. */
  readonly credit: number;
  /** What was owed from before, and what is left to the next invoice as too little to be charged. */
  readonly owedBefore: number;
  readonly carriedOver: number;
  readonly amountPaid: number;
  readonly amountRemaining: number;
  readonly dueDate: Date | null;
  readonly isSent: boolean;
  readonly lines: readonly MirroredLine[];
  /** Lines beside these. */
  readonly more: number;
}

/** An invoice of any account, for mail about it. Undefined for a draft without a number, and for one that is gone. */
export async function findMailedInvoice(on: Queryable, invoiceId: string): Promise<MailedInvoice | undefined> {
  const found = await findMirroredInvoice(on, invoiceId);
  if (!found?.number) return undefined;
  const { items, total } = await listLines(on, invoiceId, { page: 1, pageSize: mostLines });
  const { tax, discount, creditApplied, owedBefore, carriedOver, collection } = readInvoiceDocument(found.data);
  return {
    id: found.id,
    customerId: found.customerId,
    number: found.number,
    status: found.status,
    currency: found.currency,
    total: found.total,
    tax,
    discount,
    data: found.data,
    credit: Math.max(0, creditApplied),
    owedBefore,
    carriedOver,
    amountPaid: found.amountPaid,
    amountRemaining: found.amountRemaining,
    dueDate: found.dueDate,
    isSent: collection === 'send',
    lines: items,
    more: total - items.length,
    ...readInvoiceLife(found.data),
  };
}

/** The lines in the catalog's words, in a reader's language. */
export async function describeMailedLines(
  catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice'>,
  lines: readonly MirroredLine[],
  locale: Locale,
): Promise<{ description: string; amount: number }[]> {
  const [products, prices] = await Promise.all([
    catalog.findProducts(),
    catalog.findByStripePrice(lines.flatMap(({ stripePriceId }) => stripePriceId ?? [])),
  ]);
  return lines.map((line) => ({
    description: describeLine({ ...line, description: line.description ?? '' }, { products, prices, locale }),
    amount: line.amount,
  }));
}
