import { paths } from '@portico/contract';
import { z } from 'zod';
import { defineMail } from './define-template.ts';

/** Informs an account's owner that an operator bought something in a user's name: what, for how much, and who ordered it (PUR-42). */
export const actingPurchase = defineMail({
  label: 'mail.actingPurchase.label',
  sensitive: false,
  schema: z.object({
    operatorName: z.string(),
    userName: z.string(),
    orderedBy: z.string(),
    reason: z.string(),
    product: z.string(),
    plan: z.string(),
    /** Cents paid today. */
    amount: z.int(),
    currency: z.string(),
    /** The account's audit log, on the portal's own origin. */
    path: z.string().startsWith('/'),
  }),
  content: ({ operatorName, userName, orderedBy, reason, product, plan, amount, currency, path }, { say, money }) => ({
    subject: say('mail.actingPurchase.subject', { product }),
    heading: say('mail.actingPurchase.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.actingPurchase.text', { operatorName, userName }) },
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.product'), value: plan ? `${product}, ${plan}` : product },
          { label: say('mail.fact.paidToday'), value: money(amount, currency) },
          { label: say('mail.fact.orderedBy'), value: orderedBy },
          { label: say('mail.fact.reason'), value: reason },
        ],
      },
      { kind: 'button', label: say('mail.actingStarted.button'), path },
      { kind: 'note', text: say('mail.actingStarted.ifNot') },
    ],
  }),
});

/** Informs an account's owner that an operator acts as one of its users: who, as whom, until when and why. */
export const actingStarted = defineMail({
  label: 'mail.actingStarted.label',
  sensitive: false,
  schema: z.object({
    operatorName: z.string(),
    userName: z.string(),
    login: z.string(),
    accountName: z.string(),
    reason: z.string(),
    /** ISO 8601 in UTC. */
    at: z.iso.datetime(),
    until: z.iso.datetime(),
    /** The account's audit log, on the portal's own origin. Messages queued by an earlier version have none. */
    path: z.string().startsWith('/').default(paths.audit),
  }),
  content: ({ operatorName, userName, login, accountName, reason, at, until, path }, { say, moment, companyName }) => ({
    subject: say('mail.actingStarted.subject', { userName }),
    heading: say('mail.actingStarted.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.actingStarted.text', { company: companyName, accountName }) },
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.operator'), value: operatorName },
          { label: say('mail.fact.actedAs'), value: `${userName} (${login})` },
          { label: say('mail.fact.reason'), value: reason },
          { label: say('mail.fact.when'), value: moment(at) },
          { label: say('mail.fact.until'), value: moment(until) },
        ],
      },
      { kind: 'paragraph', text: say('mail.actingStarted.log') },
      { kind: 'button', label: say('mail.actingStarted.button'), path },
      { kind: 'note', text: say('mail.actingStarted.ifNot') },
    ],
  }),
});
