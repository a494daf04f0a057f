import { comparisonKey, type Locale } from '@portico/contract';
import { z } from 'zod';
import { findAccountBrand, findAccountCountry, findAccountsByCustomers } from '../../accounts/index.ts';
import {
  describeDiscount,
  describeMailedLines,
  findCreditNote,
  findMailedInvoice,
  findRefund,
  listInvoicesOfPayment,
  listMailedFacts,
  listPaymentsOfInvoice,
  type MailedInvoice,
  nameDiscounts,
} from '../../billing/index.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import type { NewMail } from '../../core/mail/index.ts';
import { cardText } from '../../core/messages/index.ts';
import { wasFailureMailed } from '../late-payments/late-payments.routes.ts';
import type { BillingRecipientsContext } from './billing-recipients.context.ts';
import { askBillingAddress } from './billing-recipients.service.ts';
import { claimMails, findMailStart } from './invoice-mails.queries.ts';
import { findMailKind, isTimely } from './invoice-mails.rules.ts';
import { listReceivers, type Receiver } from './receivers.ts';

const payload = z.object({
  objects: z.array(z.object({ type: z.enum(['invoice', 'refund', 'credit_note']), id: z.string() })),
});
type Payload = z.infer<typeof payload>;

const job = { name: 'invoice-mail', maxAttempts: 10 } as const;

/** After this time the mirror has the invoice's payment, so that the receipt names the card. */
const mailDelayMs = 3_000;
/** Older objects are ignored. The job applies its own rules to the others. */
const maxAgeSeconds = 4 * 24 * 60 * 60;

type InvoiceTemplate = 'invoiceIssued' | 'receipt' | 'refund' | 'creditNote';

/** Queues a mail job for each recent invoice, refund and credit note that the mirror stores, in the same transaction (REC-8). */
export function queueInvoiceMails({
  gateway,
  invoiceMailDelay = mailDelayMs,
}: Pick<BillingRecipientsContext, 'gateway' | 'invoiceMailDelay'>): void {
  gateway.mirror.onBilled((objects) => {
    const since = Date.now() / 1000 - maxAgeSeconds;
    const recent = objects.filter(({ at }) => at >= since);
    if (recent.length === 0) return undefined;
    return async (transaction, stored) => {
      const objects = recent.filter(({ id }) => stored.has(id)).map(({ type, id }) => ({ type, id }));
      const runAt = new Date(Date.now() + invoiceMailDelay);
      if (objects.length > 0) await enqueue<Payload>(transaction, job, { objects }, { runAt });
    };
  });
}

/** Mails an invoice, a receipt, a refund or a credit note to each receiver once (REC-8). */
export function invoiceMailJob(context: BillingRecipientsContext): JobDefinition<Payload> {
  return {
    ...job,
    run: async (input) => {
      const errors: unknown[] = [];
      // One failure does not stop the other mails. A repeated job does not queue the same mails again.
      for (const { type, id } of await withoutUnmailed(context, payload.parse(input).objects)) {
        await mailers[type](context, id).catch((error) => errors.push(error));
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Drops invoices that need no mail, which are most invoices of a backfill. */
async function withoutUnmailed(
  { database }: BillingRecipientsContext,
  objects: Payload['objects'],
): Promise<Payload['objects']> {
  const invoiceIds = objects.filter(({ type }) => type === 'invoice').map(({ id }) => id);
  const facts = await listMailedFacts(database.query, invoiceIds);
  const times = { now: new Date(), since: await findMailStart(database.query) };
  return objects.filter(({ type, id }) => {
    const invoice = facts.get(id);
    return type !== 'invoice' || (invoice && findMailKind(invoice, times));
  });
}

const mailers = { invoice: mailInvoice, refund: mailRefund, credit_note: mailCreditNote };

async function mailInvoice(context: BillingRecipientsContext, invoiceId: string): Promise<void> {
  const { database } = context;
  const invoice = await findMailedInvoice(database.query, invoiceId);
  if (!invoice) return;
  const kind = findMailKind(invoice, { now: new Date(), since: await findMailStart(database.query) });
  if (!kind) return;
  const payments = await listPaymentsOfInvoice(database.query, invoiceId);
  const card = await findCardText(context, payments);
  const wereWarned = kind === 'receipt' && (await wasFailureMailed(database.query, invoiceId));
  const about = { objectId: invoiceId, kind, customerId: invoice.customerId, wereWarned };
  await send(context, about, async (receivers, accountName) => {
    const sums = await sumsByLanguage(context, invoice, receivers);
    return receivers.map((receiver) => {
      const own = sums.get(receiver.language) as Sums;
      return kind === 'receipt'
        ? createReceipt(invoice, own, { receiver, accountName, card, wereWarned })
        : createInvoiceMail(invoice, own, { receiver, accountName });
    });
  });
}

async function sumsByLanguage(
  context: BillingRecipientsContext,
  invoice: MailedInvoice,
  receivers: readonly Receiver[],
): Promise<ReadonlyMap<Locale, Sums>> {
  const languages = [...new Set(receivers.map(({ language }) => language))];
  const on = context.database.query;
  const accountId = (await findAccountsByCustomers(on, [invoice.customerId])).get(invoice.customerId);
  const country = accountId === undefined ? null : await findAccountCountry(on, accountId);
  return new Map(
    await Promise.all(
      languages.map(async (language) => [language, await createSums(context, invoice, { language, country })] as const),
    ),
  );
}

async function createSums(
  { database, catalog }: BillingRecipientsContext,
  invoice: MailedInvoice,
  { language, country }: { readonly language: Locale; readonly country: string | null },
) {
  const { id: invoiceId, number, currency, more, discount, tax, total, data } = invoice;
  const [lines, [named = []]] = await Promise.all([
    describeMailedLines(catalog, invoice.lines, language),
    nameDiscounts(database.query, catalog, [data], language),
  ]);
  const discounts = named.map(({ amount, ...one }) => ({
    description: describeDiscount(one, currency, language, country),
    amount,
  }));
  return { invoiceId, number, currency, lines, more, discount, discounts, tax, total };
}

type Sums = Awaited<ReturnType<typeof createSums>>;

async function mailRefund(context: BillingRecipientsContext, refundId: string): Promise<void> {
  const { database } = context;
  const found = await findRefund(database.query, refundId);
  if (!found?.customerId || !found.paymentIntentId || found.status !== 'succeeded') return;
  if (!isTimely(found.created, { now: new Date(), since: await findMailStart(database.query) })) return;
  const [invoiceId] = await listInvoicesOfPayment(database.query, found.paymentIntentId);
  const invoice = invoiceId === undefined ? undefined : await findMailedInvoice(database.query, invoiceId);
  if (!invoice) return;
  const card = await findCardText(context, [found.paymentIntentId]);
  const { amount, currency, created } = found;
  const about = { objectId: refundId, kind: 'refund', customerId: found.customerId } as const;
  const at = created.toISOString();
  await send(context, about, async (receivers, accountName) =>
    receivers.map((receiver) => {
      const data = {
        ...createReceiverData(receiver, accountName, invoice.id),
        number: invoice.number,
        amount,
        currency,
        at,
        card,
      };
      return { template: 'refund', data };
    }),
  );
}

async function mailCreditNote(context: BillingRecipientsContext, creditNoteId: string): Promise<void> {
  const { database } = context;
  const note = await findCreditNote(database.query, creditNoteId);
  if (note?.status !== 'issued') return;
  if (!isTimely(note.created, { now: new Date(), since: await findMailStart(database.query) })) return;
  const invoice = await findMailedInvoice(database.query, note.invoiceId);
  if (!invoice) return;
  const { number, currency, total: amount, notDue, credited, refunded, otherwise } = note;
  const ways = { notDue, credited, refunded, otherwise };
  const about = { objectId: creditNoteId, kind: 'creditNote', customerId: note.customerId } as const;
  const content = { creditNoteId, number, invoiceNumber: invoice.number, amount, currency, ...ways };
  const at = note.created.toISOString();
  await send(context, about, async (receivers, accountName) =>
    receivers.map((receiver) => ({
      template: 'creditNote',
      data: { ...createReceiverData(receiver, accountName, invoice.id), ...content, at },
    })),
  );
}

type MailContent = { [Name in InvoiceTemplate]: Pick<NewMail<Name>, 'template' | 'data'> }[InvoiceTemplate];

interface MailSubject {
  readonly objectId: string;
  readonly kind: 'invoice' | 'receipt' | 'refund' | 'creditNote';
  readonly customerId: string;
  /** Whether the owner and admins were mailed that the payment had failed (LATE-6). */
  readonly wereWarned?: boolean;
}

/** Queues the mails that were not queued before, each in its receiver's language. */
async function send(
  { database, config, mail, audit }: BillingRecipientsContext,
  { objectId, kind, customerId, wereWarned = false }: MailSubject,
  /** Returns the content of each receiver's mail, in the same order. */
  createContents: (receivers: readonly Receiver[], accountName: string) => Promise<readonly MailContent[]>,
): Promise<void> {
  const accountId = (await findAccountsByCustomers(database.query, [customerId])).get(customerId);
  const account = accountId === undefined ? undefined : await findAccountBrand(database.query, accountId);
  if (accountId === undefined || !account) return;
  const about = { accountId, customerId, wereWarned };
  const { receivers, unconfirmed } = await listReceivers(database.query, config.appSecret, about);
  if (unconfirmed) await askBillingAddress({ database, mail, audit, accountId }, unconfirmed, objectId);
  const contents = await createContents(receivers, account.name);
  await database.transaction(async (transaction) => {
    const addresses = receivers.map(({ address }) => comparisonKey(address));
    const claimed = await claimMails(transaction, { objectId, kind, accountId, addresses });
    const mails = receivers.flatMap(({ address, name, language: locale }, index) => {
      const content = claimed.has(comparisonKey(address)) ? contents[index] : undefined;
      return content ? [{ ...content, to: { address, name }, locale, companyId: account.companyId, accountId }] : [];
    });
    await mail.enqueueMany(transaction, mails as readonly NewMail<InvoiceTemplate>[]);
  });
}

function createReceiverData(
  { invoicePath, leavePath, leaveAtOncePath }: Receiver,
  accountName: string,
  invoiceId: string,
) {
  return { accountName, path: invoicePath(invoiceId), leavePath, leaveAtOncePath };
}

interface Addressed {
  readonly receiver: Receiver;
  readonly accountName: string;
}

function createInvoiceMail(invoice: MailedInvoice, sums: Sums, { receiver, accountName }: Addressed): MailContent {
  const data = {
    ...createReceiverData(receiver, accountName, invoice.id),
    ...sums,
    due: invoice.amountRemaining,
    dueDate: invoice.dueDate?.toISOString() ?? null,
  };
  return { template: 'invoiceIssued', data };
}

function createReceipt(
  invoice: MailedInvoice,
  sums: Sums,
  {
    receiver,
    accountName,
    card,
    wereWarned,
  }: Addressed & { readonly card: string | null; readonly wereWarned: boolean },
): MailContent {
  const data = {
    ...createReceiverData(receiver, accountName, invoice.id),
    ...sums,
    credit: invoice.credit,
    owedBefore: invoice.owedBefore,
    carriedOver: invoice.carriedOver,
    paid: invoice.amountPaid,
    paidAt: (invoice.paidAt ?? new Date()).toISOString(),
    card,
    failureWasTold: wereWarned,
  };
  return { template: 'receipt', data };
}

/** The card that paid, such as `Visa •••• 4242`; null if no card paid. */
async function findCardText(
  { database, findPaidWith }: BillingRecipientsContext,
  payments: readonly string[],
): Promise<string | null> {
  const card = await findPaidWith(database.query, payments);
  return card ? cardText(card.brand ?? '', card.last4) : null;
}
