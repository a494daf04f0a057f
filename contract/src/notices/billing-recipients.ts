import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { lineOfText, locales, rowId, rowIdParameter, utc } from '../api/values.ts';

/** `waiting`: the mailed link was not used yet. `left`: they unsubscribed, and were not removed since. */
export const recipientStates = ['waiting', 'confirmed', 'left'] as const;
export type RecipientState = (typeof recipientStates)[number];

/** Maximum number of further addresses of an account (REC-1). */
export const maxRecipients = 10;

const recipient = z.object({
  id: rowId,
  email: z.string(),
  name: z.string(),
  language: z.enum(locales),
  state: z.enum(recipientStates),
  addedAt: utc,
  /** When the last mailed link expires; null unless it waits. */
  confirmUntil: utc.nullable(),
  /** Whether they also get notices of renewals and ends. */
  receivesNotices: z.boolean(),
});
export type BillingRecipient = z.infer<typeof recipient>;

const list = z.object({
  items: z.array(recipient).max(maxRecipients),
  /** Whether the reader gets receipts and invoices; null for a reader who is neither owner nor admin. */
  own: z.object({ email: z.string(), receives: z.boolean() }).nullable(),
});

const recipientParameters = z.object({ id: rowIdParameter });
const token = z
  .string()
  .min(20)
  .max(200)
  .regex(/^[\w.-]+$/);

/** The token is in the query, which is not logged. */
const oneClick = z.object({ token, language: z.enum(locales) });

/** The purpose of a link in mail to a recipient. */
const linkAnswer = z.object({
  /** `confirm`: start getting invoices. `leave`: stop getting them. */
  kind: z.enum(['confirm', 'leave']),
  email: z.string(),
  accountName: z.string(),
  language: z.enum(locales),
});

/** Recipients of an account's invoices and receipts who are not its users. */
export const billingRecipients = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Recipients',
    summary: 'Who gets invoices and receipts by mail besides the billing address',
    action: 'billingRecipients.view',
    response: list,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients',
    summary: 'Mails a link to an address; once it is used, invoices and receipts go there too',
    action: 'billingRecipients.manage',
    body: z.object({ email: z.email().max(320), name: lineOfText(100), language: z.enum(locales) }),
    response: recipient,
    errors: ['Conflict'],
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/{id}/Confirmation',
    summary: 'Mails the link once more; the former one is void',
    action: 'billingRecipients.manage',
    params: recipientParameters,
    body: z.object({}).optional(),
    response: recipient,
    errors: ['Conflict'],
  }),
  setNotices: defineEndpoint({
    method: 'PUT',
    path: '/api/Billing/Recipients/{id}/Notices',
    summary: 'Whether an address gets notices of renewals and ends as well',
    action: 'billingRecipients.manage',
    params: recipientParameters,
    body: z.object({ receives: z.boolean() }),
    response: recipient,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/Billing/Recipients/{id}',
    summary: 'Sends nothing to an address any more',
    action: 'billingRecipients.manage',
    params: recipientParameters,
    response: z.object({}),
  }),
  setOwn: defineEndpoint({
    method: 'PUT',
    path: '/api/Billing/Recipients/Own',
    summary: 'Whether the caller gets invoices and receipts by mail; the owner does unless they say otherwise',
    action: 'billingRecipients.receive',
    body: z.object({ receives: z.boolean() }),
    response: z.object({ email: z.string(), receives: z.boolean() }),
  }),
  checkLink: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/Links/Check',
    summary: 'What a mailed link to a recipient is for, without using it',
    action: 'billingRecipients.answer',
    body: z.object({ token }),
    response: linkAnswer,
    errors: ['LinkExpired'],
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/Links/Confirm',
    summary: 'Confirms by the mailed link that an address wants invoices and receipts; once more is no error',
    action: 'billingRecipients.answer',
    body: z.object({ token }),
    response: linkAnswer,
    errors: ['LinkExpired'],
  }),
  leave: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/Links/Leave',
    summary: 'Ends mail to an address by the link in each of them; once more is no error',
    action: 'billingRecipients.answer',
    body: z.object({ token }),
    response: linkAnswer,
    errors: ['LinkExpired'],
  }),
  openLeaving: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Recipients/Links/OneClick',
    summary: 'Leads to the page on which a recipient ends their mail; it changes nothing',
    action: 'billingRecipients.answer',
    query: oneClick,
  }),
  leaveAtOnce: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/Links/OneClick',
    summary: 'Ends mail to an address as mail programs do it for their users (RFC 8058); once more is no error',
    action: 'billingRecipients.answer',
    query: oneClick,
    body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
    form: true,
    provesItself: true,
    response: z.object({}),
    errors: ['LinkExpired'],
  }),
  openDocument: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Documents/{token}',
    summary: 'Leads to an invoice at the payment provider by the link that was mailed with it',
    action: 'billingRecipients.answer',
    params: z.object({ token }),
    errors: ['LinkExpired'],
  }),
};
