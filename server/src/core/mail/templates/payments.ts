import { z } from 'zod';
import { type Block, defineMail, type Words } from './define-template.ts';

/** A path on the portal's own origin. */
const path = z.string().startsWith('/');

const unpaid = z.object({
  productName: z.string(),
  /** Null for an invoice without a subscription. */
  planName: z.string().nullable().default(null),
  invoiceNumber: z.string(),
  /** Integer cents of `currency`. */
  amount: z.int(),
  currency: z.string(),
  /** The card, such as `Visa •••• 4242`; null if no card was charged. */
  card: z.string().nullable(),
  /** When the next try is made, ISO 8601 in UTC; null for none. */
  nextTry: z.iso.datetime().nullable(),
  /** When an invoice that was sent was due, ISO 8601 in UTC; null if a card is charged. */
  dueDate: z.iso.datetime().nullable().default(null),
  /** Until when the purchase works, ISO 8601 in UTC; null if unknown. */
  worksUntil: z.iso.datetime().nullable(),
  path,
});
type Unpaid = z.infer<typeof unpaid>;

function paymentFacts(
  { productName, planName, invoiceNumber, amount, currency, card, nextTry, worksUntil }: Unpaid,
  { say, money, moment }: Words,
): Block {
  return {
    kind: 'facts',
    rows: [
      { label: say('mail.fact.product'), value: productName },
      ...(planName === null ? [] : [{ label: say('mail.fact.plan'), value: planName }]),
      { label: say('mail.fact.invoice'), value: invoiceNumber },
      { label: say('mail.fact.amount'), value: money(amount, currency) },
      ...(card === null ? [] : [{ label: say('mail.fact.card'), value: card }]),
      ...(nextTry === null ? [] : [{ label: say('mail.fact.nextTry'), value: moment(nextTry) }]),
      ...(worksUntil === null ? [] : [{ label: say('mail.fact.worksUntil'), value: moment(worksUntil) }]),
    ],
  };
}

/** Informs an account's payers that an invoice could not be collected, and until when its product works. */
export const paymentFailed = defineMail({
  label: 'mail.paymentFailed.label',
  sensitive: false,
  schema: unpaid,
  content: (data, words) => {
    const { say, day } = words;
    const { productName, card, dueDate, path } = data;
    const text = (): string => {
      if (dueDate !== null) return say('mail.invoiceOverdue.text', { productName, due: day(dueDate) });
      if (card === null) return say('mail.paymentFailed.withoutCard', { productName });
      return say('mail.paymentFailed.text', { card, productName });
    };
    return {
      subject: say(dueDate === null ? 'mail.paymentFailed.subject' : 'mail.invoiceOverdue.subject', { productName }),
      heading: say(dueDate === null ? 'mail.paymentFailed.heading' : 'mail.invoiceOverdue.heading'),
      blocks: [
        { kind: 'paragraph', text: text() },
        paymentFacts(data, words),
        { kind: 'button', label: say('mail.paymentFailed.button'), path },
      ],
    };
  },
});

/** Informs the payers about the last try, after which the subscription ends. */
export const paymentLastTry = defineMail({
  label: 'mail.paymentLastTry.label',
  sensitive: false,
  schema: unpaid,
  content: (data, words) => {
    const { say } = words;
    const { productName, path } = data;
    return {
      subject: say('mail.paymentLastTry.subject', { productName }),
      heading: say('mail.paymentLastTry.heading'),
      blocks: [
        { kind: 'paragraph', text: say('mail.paymentLastTry.text', { productName }) },
        paymentFacts(data, words),
        { kind: 'button', label: say('mail.paymentFailed.button'), path },
      ],
    };
  },
});

/** Informs the payers that the card for a renewal expires. */
export const cardExpires = defineMail({
  label: 'mail.cardExpires.label',
  sensitive: false,
  schema: z.object({
    card: z.string(),
    /** The expiry month, such as `12/2026`. The card expires at its end. */
    expiry: z.string(),
    /** The products that the card pays for, in the reader's language. */
    productNames: z.string(),
    path,
  }),
  content: ({ card, expiry, productNames, path }, { say }) => ({
    subject: say('mail.cardExpires.subject', { productNames }),
    heading: say('mail.cardExpires.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.cardExpires.text', { card, productNames }) },
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.card'), value: card },
          { label: say('mail.fact.expiry'), value: expiry },
          { label: say('mail.fact.product'), value: productNames },
        ],
      },
      { kind: 'button', label: say('mail.cardExpires.button'), path },
    ],
  }),
});

/** Informs the payers that no card is set up to pay for a renewal. */
export const cardMissing = defineMail({
  label: 'mail.cardMissing.label',
  sensitive: false,
  schema: z.object({
    productName: z.string(),
    /** When it will be charged, ISO 8601 in UTC. */
    chargedAt: z.iso.datetime(),
    path,
  }),
  content: ({ productName, chargedAt, path }, { say, moment }) => ({
    subject: say('mail.cardMissing.subject', { productName }),
    heading: say('mail.cardMissing.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.cardMissing.text', { productName }) },
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.product'), value: productName },
          { label: say('mail.fact.nextCharge'), value: moment(chargedAt) },
        ],
      },
      { kind: 'button', label: say('mail.cardMissing.button'), path },
    ],
  }),
});
