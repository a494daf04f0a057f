import { z } from 'zod';
import { defineMail } from './define-template.ts';

/** Tells those who pay for an account that an invoice could not be collected, and until when its product goes on. */
export const paymentFailed = defineMail({
  label: 'mail.paymentFailed.label',
  sensitive: false,
  schema: z.object({
    productName: z.string(),
    invoiceNumber: z.string(),
    /** Integer cents of `currency`. */
    amount: z.int(),
    currency: z.string(),
    /** The card, such as `Visa •••• 4242`. */
    card: z.string(),
    /** When the next try is made, ISO 8601 in UTC; null for none. */
    nextTry: z.iso.datetime().nullable(),
    path: z.string().startsWith('/'),
  }),
  content: ({ productName, invoiceNumber, amount, currency, card, nextTry, path }, { say, money, moment }) => ({
    subject: say('mail.paymentFailed.subject', { productName }),
    heading: say('mail.paymentFailed.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.paymentFailed.text', { card, productName }) },
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.product'), value: productName },
          { label: say('mail.fact.invoice'), value: invoiceNumber },
          { label: say('mail.fact.amount'), value: money(amount, currency) },
          ...(nextTry === null ? [] : [{ label: say('mail.fact.nextTry'), value: moment(nextTry) }]),
        ],
      },
      { kind: 'button', label: say('mail.paymentFailed.button'), path },
    ],
  }),
});
