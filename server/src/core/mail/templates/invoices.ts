import { z } from 'zod';
import { type Block, defineMail, type MailContent, nameInSubject, type Words } from './define-template.ts';

const path = z.string().startsWith('/');

/** Asks an address whether it wants an account's invoices. */
export const recipientConfirmation = defineMail({
  label: 'mail.recipientConfirmation.label',
  sensitive: true,
  schema: z.object({ accountName: z.string(), path, days: z.int().positive() }),
  content: ({ accountName, path, days }, { say, companyName }) => ({
    subject: say('mail.recipientConfirmation.subject', { accountName: nameInSubject(accountName) }),
    heading: say('mail.recipientConfirmation.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.recipientConfirmation.text', { accountName, company: companyName }) },
      { kind: 'button', label: say('mail.recipientConfirmation.button'), path },
      { kind: 'note', text: say('mail.recipientConfirmation.ignore', { days }) },
    ],
  }),
});

/** The recipient of a mail about money. */
const receiver = {
  accountName: z.string(),
  /** The page of the invoice: in the portal for users, otherwise without signing in. */
  path,
  /** Where a recipient who is not a user unsubscribes; null for others. */
  leavePath: path.nullable(),
  /** Where that recipient's mail program unsubscribes with one click. */
  leaveAtOncePath: path.nullable().default(null),
};

/** Integer cents of `currency`. */
const amount = z.int();

const lines = {
  /** Null if its PDF is not attached. */
  invoiceId: z.string().nullable().default(null),
  number: z.string(),
  currency: z.string(),
  lines: z.array(z.object({ description: z.string(), amount })),
  /** Number of lines that the mail leaves out. */
  more: z.int().nonnegative(),
  discount: amount,
  /** The discount by coupon, in the reader's language. */
  discounts: z.array(z.object({ description: z.string(), amount })).default([]),
  tax: amount,
  total: amount,
};

type Lines = z.infer<z.ZodObject<typeof lines>>;

/** The rows of an invoice: its lines, and the sums down to the total. */
function invoiceRows({ currency, lines, more, discount, discounts, tax, total }: Lines, { say, money }: Words) {
  return [
    ...lines.map(({ description, amount }) => ({ label: description, value: money(amount, currency) })),
    ...(more > 0 ? [{ label: say('mail.invoice.more', { more }), value: '…' }] : []),
    ...(discount === 0 || discounts.length > 0
      ? []
      : [{ label: say('mail.invoice.discount'), value: money(-discount, currency) }]),
    ...discounts.map(({ description, amount }) => ({ label: description, value: money(-amount, currency) })),
    ...(tax === 0 ? [] : [{ label: say('mail.invoice.tax'), value: money(tax, currency) }]),
    { label: say('mail.invoice.total'), value: money(total, currency) },
  ];
}

/** Why the recipient gets the mail, and how to unsubscribe. */
function reasonBlocks(
  { accountName, leavePath }: { accountName: string; leavePath: string | null },
  { say }: Words,
): Block[] {
  if (leavePath === null) return [{ kind: 'note', text: say('mail.invoice.why', { accountName }) }];
  return [
    { kind: 'note', text: say('mail.invoice.whyRecipient', { accountName }) },
    { kind: 'link', label: say('mail.invoice.leave'), path: leavePath },
  ];
}

const withLeave = (leaveAtOncePath: string | null): Pick<MailContent, 'leaveAtOncePath'> =>
  leaveAtOncePath === null ? {} : { leaveAtOncePath };

/** @param id at Stripe; null if no PDF is attached */
const withDocument = (id: string | null, number: string): Pick<MailContent, 'document'> =>
  id === null ? {} : { document: { id, fileName: `${number.replace(/[^\w-]/g, '')}.pdf` } };

/** An open invoice to be paid. */
export const invoiceIssued = defineMail({
  label: 'mail.invoiceIssued.label',
  sensitive: false,
  schema: z.object({ ...receiver, ...lines, due: amount, dueDate: z.iso.datetime().nullable() }),
  content: (data, words) => {
    const { say, money, day, companyName } = words;
    const { number, due, dueDate, currency, path, leaveAtOncePath } = data;
    return {
      subject: say('mail.invoiceIssued.subject', { number, company: companyName }),
      heading: say('mail.invoiceIssued.heading', { number }),
      blocks: [
        {
          kind: 'paragraph',
          text: say('mail.invoiceIssued.text', { accountName: data.accountName, amount: money(due, currency) }),
        },
        {
          kind: 'facts',
          rows: [
            ...invoiceRows(data, words),
            { label: say('mail.fact.amount'), value: money(due, currency) },
            ...(dueDate === null ? [] : [{ label: say('mail.invoice.due'), value: day(dueDate) }]),
          ],
        },
        { kind: 'button', label: say('mail.invoice.open'), path },
        ...reasonBlocks(data, words),
      ],
      ...withLeave(leaveAtOncePath),
      ...withDocument(data.invoiceId, number),
    };
  },
});

/** An invoice that was paid. */
export const receipt = defineMail({
  label: 'mail.receipt.label',
  sensitive: false,
  schema: z.object({
    ...receiver,
    ...lines,
    /** What the customer's credit paid. */
    credit: amount,
    /** Earlier debts that are charged, and the amount carried over because it is too small to charge. */
    owedBefore: amount.default(0),
    carriedOver: amount.default(0),
    paid: amount,
    paidAt: z.iso.datetime(),
    /** The card, such as `Visa •••• 4242`; null if none paid. */
    card: z.string().nullable(),
    /** Whether the payers already got a mail about a failed card. */
    failureWasTold: z.boolean().default(false),
  }),
  content: (data, words) => {
    const { say, money, moment, companyName } = words;
    const { number, credit, owedBefore, carriedOver, paid, paidAt, card, currency, path } = data;
    const { leaveAtOncePath, failureWasTold } = data;
    return {
      subject: say('mail.receipt.subject', { number, company: companyName }),
      heading: say('mail.receipt.heading'),
      blocks: [
        {
          kind: 'paragraph',
          text: say('mail.receipt.text', { accountName: data.accountName, amount: money(paid, currency), number }),
        },
        ...(failureWasTold ? [{ kind: 'paragraph' as const, text: say('mail.receipt.nothingOpen') }] : []),
        {
          kind: 'facts',
          rows: [
            ...invoiceRows(data, words),
            ...(credit === 0 ? [] : [{ label: say('mail.invoice.credit'), value: money(-credit, currency) }]),
            ...(owedBefore === 0 ? [] : [{ label: say('mail.invoice.owed'), value: money(owedBefore, currency) }]),
            ...(carriedOver === 0
              ? []
              : [{ label: say('mail.invoice.carried'), value: money(-carriedOver, currency) }]),
            { label: say('mail.receipt.paid'), value: money(paid, currency) },
            ...(card === null ? [] : [{ label: say('mail.receipt.card'), value: card }]),
            { label: say('mail.receipt.when'), value: moment(paidAt) },
          ],
        },
        { kind: 'button', label: say('mail.invoice.open'), path },
        ...reasonBlocks(data, words),
      ],
      ...withLeave(leaveAtOncePath),
      ...withDocument(data.invoiceId, number),
    };
  },
});

/** A refund to a card. */
export const refund = defineMail({
  label: 'mail.refund.label',
  sensitive: false,
  schema: z.object({
    ...receiver,
    number: z.string(),
    amount,
    currency: z.string(),
    at: z.iso.datetime(),
    card: z.string().nullable(),
  }),
  content: (data, words) => {
    const { say, money, moment, companyName } = words;
    const { number, amount, currency, at, card, path, leaveAtOncePath } = data;
    return {
      subject: say('mail.refund.subject', { number, company: companyName }),
      heading: say('mail.refund.heading'),
      blocks: [
        {
          kind: 'paragraph',
          text: say('mail.refund.text', { accountName: data.accountName, amount: money(amount, currency), number }),
        },
        {
          kind: 'facts',
          rows: [
            { label: say('mail.fact.invoice'), value: number },
            { label: say('mail.refund.amount'), value: money(amount, currency) },
            ...(card === null ? [] : [{ label: say('mail.receipt.card'), value: card }]),
            { label: say('mail.fact.when'), value: moment(at) },
          ],
        },
        { kind: 'button', label: say('mail.invoice.open'), path },
        ...reasonBlocks(data, words),
      ],
      ...withLeave(leaveAtOncePath),
    };
  },
});

/** A reduction of an invoice by the vendor, before or after it was paid. */
export const creditNote = defineMail({
  label: 'mail.creditNote.label',
  sensitive: false,
  schema: z.object({
    ...receiver,
    creditNoteId: z.string(),
    number: z.string(),
    invoiceNumber: z.string(),
    amount,
    currency: z.string(),
    /** The parts of the amount: no longer due, kept for the next invoices, refunded to the card, and the rest. */
    notDue: amount,
    credited: amount,
    refunded: amount,
    otherwise: amount,
    at: z.iso.datetime(),
  }),
  content: (data, words) => {
    const { say, money, moment, companyName } = words;
    const { number, invoiceNumber, amount, currency, at, path, leaveAtOncePath, creditNoteId } = data;
    const ways = (['notDue', 'credited', 'refunded', 'otherwise'] as const).filter((way) => data[way] !== 0);
    return {
      subject: say('mail.creditNote.subject', { number, company: companyName }),
      heading: say('mail.creditNote.heading', { number }),
      blocks: [
        {
          kind: 'paragraph',
          text: say('mail.creditNote.text', {
            accountName: data.accountName,
            amount: money(amount, currency),
            number: invoiceNumber,
          }),
        },
        {
          kind: 'facts',
          rows: [
            { label: say('mail.fact.invoice'), value: invoiceNumber },
            ...ways.map((way) => ({ label: say(`mail.creditNote.${way}`), value: money(data[way], currency) })),
            { label: say('mail.fact.when'), value: moment(at) },
          ],
        },
        { kind: 'button', label: say('mail.invoice.open'), path },
        ...reasonBlocks(data, words),
      ],
      ...withLeave(leaveAtOncePath),
      ...withDocument(creditNoteId, number),
    };
  },
});
