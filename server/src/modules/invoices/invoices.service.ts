import type { InvoiceDetail, invoices, Locale, ResponseOf } from '@portico/contract';
import { NotFoundError } from '../../http/app-error.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { readInvoiceDocument } from '../../stripe/index.ts';
import type { Timeline } from '../timeline/index.ts';
import type { InvoiceOfMirror, InvoiceQueries, LineOfMirror, PendingOfMirror } from './invoices.queries.ts';

/** Items that wait for an invoice, shown at once. */
const mostPendingItems = 100;

export function createInvoiceService({ queries, timeline }: { queries: InvoiceQueries; timeline: Timeline }) {
  /** An id from an address is looked up under the session's account. */
  async function ownInvoice(accountId: number, invoiceId: string): Promise<InvoiceOfMirror> {
    const found = await queries.find(accountId, invoiceId);
    if (!found) throw new NotFoundError();
    return found;
  }

  return {
    /** @throws NotFoundError also for another account's. */
    async getDetails(
      accountId: number,
      invoiceId: string,
      options: { readonly page: number; readonly pageSize: number },
    ): Promise<InvoiceDetail> {
      const invoice = await ownInvoice(accountId, invoiceId);
      const { items, total } = await queries.listLines(invoiceId, options);
      return { ...presentInvoice(invoice), lines: listAnswer(items.map(presentLine), total, options) };
    },

    /** @throws NotFoundError also for another account's. */
    async listEvents(accountId: number, invoiceId: string, options: Parameters<Timeline['list']>[1], locale: Locale) {
      await ownInvoice(accountId, invoiceId);
      return timeline.list([invoiceId, ...(await queries.listPaymentIds(invoiceId))], options, locale);
    },

    /** Drafts, open invoices, and items that wait for one (design 'pending'). */
    async listPending(
      accountId: number,
      options: { readonly page: number; readonly pageSize: number; readonly order: 'asc' | 'desc' },
    ): Promise<ResponseOf<typeof invoices.listPending>> {
      const [{ items, total }, waiting] = await Promise.all([
        queries.listPending(accountId, options),
        queries.listPendingItems(accountId, mostPendingItems),
      ]);
      return {
        ...listAnswer(items.map(presentPending), total, options),
        pendingItems: waiting.map(({ id, created, sum: _, ...item }) => ({
          stripeId: id,
          ...item,
          created: created.toISOString(),
        })),
        pendingItemsTotal: waiting[0]?.sum ?? 0,
      };
    },
  };
}

function presentInvoice(invoice: InvoiceOfMirror): Omit<InvoiceDetail, 'lines'> {
  const { id, created, dueDate, number, description, total, currency, status, invoicePdf, hostedInvoiceUrl } = invoice;
  const { amountDue, amountPaid, amountRemaining } = invoice;
  return {
    stripeId: id,
    number,
    description,
    total,
    currency,
    status,
    created: created.toISOString(),
    dueDate: dueDate?.toISOString() ?? null,
    invoicePdf,
    hostedInvoiceUrl,
    amountDue,
    amountPaid,
    amountRemaining,
    paid: status === 'paid',
    ...readInvoiceDocument(invoice.data),
  };
}

function presentLine(line: LineOfMirror): InvoiceDetail['lines']['items'][number] {
  return {
    stripeId: line.id,
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitAmount === null ? null : Math.round(Number(line.unitAmount)),
    amount: line.amount,
    periodStart: line.periodStart.toISOString(),
    periodEnd: line.periodEnd.toISOString(),
    isProration: line.isProration,
  };
}

function presentPending({ id, created, dueDate, ...row }: PendingOfMirror) {
  return { stripeId: id, ...row, created: created.toISOString(), dueDate: dueDate?.toISOString() ?? null };
}
