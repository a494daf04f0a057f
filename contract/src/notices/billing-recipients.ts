import { z } from 'zod';
import { emailAddress } from '../api/email-address.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { lineOfText, locales, rowId, rowIdParameter, utc } from '../api/values.ts';

/** `waiting`: the mailed link was not used yet. `left`: the recipient unsubscribed, and has not been removed since. */
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
  /** When the last mailed link expires; null unless the recipient waits. */
  confirmUntil: utc.nullable(),
  /** Whether the recipient also gets notices of renewals and ends. */
  receivesNotices: z.boolean(),
});
export type BillingRecipient = z.infer<typeof recipient>;

const list = z.object({
  items: z.array(recipient).max(maxRecipients),
  /** Whether the calling user gets receipts and invoices; null if the user is neither owner nor admin. */
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
    summary: 'The recipients of invoices and receipts in addition to the billing address',
    action: 'billingRecipients.view',
    response: list,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients',
    summary: 'Mails a link to an address, which gets invoices and receipts once the link is used',
    action: 'billingRecipients.manage',
    body: z.object({ email: emailAddress(), name: lineOfText(100), language: z.enum(locales) }),
    response: recipient,
    errors: ['Conflict'],
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/{id}/Confirmation',
    summary: 'Mails the link again; the previous one stops working',
    action: 'billingRecipients.manage',
    params: recipientParameters,
    body: z.object({}).optional(),
    response: recipient,
    errors: ['Conflict'],
  }),
  setNotices: defineEndpoint({
    method: 'PUT',
    path: '/api/Billing/Recipients/{id}/Notices',
    summary: 'Sets whether an address also gets notices of renewals and ends',
    action: 'billingRecipients.manage',
    params: recipientParameters,
    body: z.object({ receives: z.boolean() }),
    response: recipient,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/Billing/Recipients/{id}',
    summary: 'Removes an address, which gets no more mail',
    action: 'billingRecipients.manage',
    params: recipientParameters,
    response: z.object({}),
  }),
  setOwn: defineEndpoint({
    method: 'PUT',
    path: '/api/Billing/Recipients/Own',
    summary: 'Sets whether the caller gets invoices and receipts by mail; by default only the owner does',
    action: 'billingRecipients.receive',
    body: z.object({ receives: z.boolean() }),
    response: z.object({ email: z.string(), receives: z.boolean() }),
  }),
  checkLink: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/Links/Check',
    summary: 'The purpose of a link that was mailed to a recipient, without using it',
    action: 'billingRecipients.answer',
    body: z.object({ token }),
    response: linkAnswer,
    errors: ['LinkExpired'],
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/Links/Confirm',
    summary: 'Confirms with the mailed link that an address wants invoices and receipts; repeating it is not an error',
    action: 'billingRecipients.answer',
    body: z.object({ token }),
    response: linkAnswer,
    errors: ['LinkExpired'],
  }),
  leave: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/Links/Leave',
    summary: 'Unsubscribes an address with the link in each mail; repeating it is not an error',
    action: 'billingRecipients.answer',
    body: z.object({ token }),
    response: linkAnswer,
    errors: ['LinkExpired'],
  }),
  openLeaving: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Recipients/Links/OneClick',
    summary: 'Redirects to the page on which a recipient can unsubscribe; changes nothing',
    action: 'billingRecipients.answer',
    query: oneClick,
  }),
  leaveAtOnce: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Recipients/Links/OneClick',
    summary: 'Unsubscribes an address for a mail program with one click (RFC 8058); repeating it is not an error',
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
    summary: 'Redirects to an invoice at the payment provider with the link that was mailed with it',
    action: 'billingRecipients.answer',
    params: z.object({ token }),
    errors: ['LinkExpired'],
  }),
};
