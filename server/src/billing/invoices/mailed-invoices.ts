import type { Locale } from '@portico/contract';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { type InvoiceLife, readInvoiceDocument, readInvoiceLife } from '../../core/stripe/index.ts';
import { describeLine } from './invoices.preview.ts';
import { findMirroredInvoice, listLines, listMirroredInvoices, type MirroredLine } from './invoices.queries.ts';

/** The maximum number of lines in a mail. The invoice's page shows all of them. */
const maxLines = 20;

/** An invoice for a mail about it. Amounts are cents. */
export interface MailedInvoice extends InvoiceLife {
  readonly id: string;
  readonly customerId: string;
  readonly createdAt: Date;
  readonly number: string;
  readonly status: string;
  readonly currency: string;
  readonly total: number;
  readonly tax: number;
  readonly discount: number;
  /** The object from Stripe. */
  readonly data: unknown;
  /** The part that the customer's credit paid. */
  readonly credit: number;
  /** The debt carried over from earlier invoices. */
  readonly owedBefore: number;
  /** The amount that is too small to be charged and moves to the next invoice. */
  readonly carriedOver: number;
  readonly amountPaid: number;
  readonly amountRemaining: number;
  readonly dueDate: Date | null;
  readonly isSent: boolean;
  readonly lines: readonly MirroredLine[];
  /** The number of lines that are left out. */
  readonly more: number;
}

/** The fields of an invoice that decide whether it is mailed. */
export type MailedFacts = Pick<MailedInvoice, keyof InvoiceLife | 'status' | 'total' | 'amountRemaining' | 'isSent'>;

/** By id. Deleted invoices and drafts without a number are missing. */
export async function listMailedFacts(
  on: Queryable,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, MailedFacts>> {
  const found = invoiceIds.length > 0 ? await listMirroredInvoices(on, invoiceIds) : [];
  return new Map(
    found
      .filter(({ number }) => number)
      .map(({ id, data, status, total, amountRemaining }) => {
        const isSent = readInvoiceDocument(data).collection === 'send';
        return [id, { status, total, amountRemaining, isSent, ...readInvoiceLife(data) }];
      }),
  );
}

/** An invoice of any account, for a mail about it; undefined for a deleted one or a draft without a number. */
export async function findMailedInvoice(on: Queryable, invoiceId: string): Promise<MailedInvoice | undefined> {
  const found = await findMirroredInvoice(on, invoiceId);
  if (!found?.number) return undefined;
  const { items, total } = await listLines(on, invoiceId, { page: 1, pageSize: maxLines });
  const { tax, discount, creditApplied, owedBefore, carriedOver, collection } = readInvoiceDocument(found.data);
  return {
    id: found.id,
    customerId: found.customerId,
    createdAt: found.created,
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

/** The lines with the catalog's descriptions, in the recipient's language. */
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
