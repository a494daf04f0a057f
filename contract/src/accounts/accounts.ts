import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { features } from '../api/permissions.ts';
import { listSchema, pageQuery, rowId, rowIdParameter, textBlock, utc } from '../api/values.ts';

const params = z.object({ id: rowIdParameter });

/** A customer organization, as operators see it. */
export const account = z.object({
  id: rowId,
  name: z.string(),
  /** The brand under which the account signed up. */
  company: z.object({ id: rowId, name: z.string() }),
  /** The account's customer at Stripe; null if it has none yet. */
  customerId: z.string().nullable(),
  createdAt: utc,
  features: z.array(z.enum(features)),
  /** Whether the account requires a second factor of its users. */
  isSecondFactorRequired: z.boolean(),
  /** Set while the account's users cannot sign in. */
  disabled: z.object({ at: utc, reason: z.string(), by: z.string().nullable() }).nullable(),
  /** Whether some users of the account are operators. Such an account cannot be disabled. */
  hasOperators: z.boolean(),
});
export type Account = z.infer<typeof account>;

/** An operator's note about an account. */
export const accountNote = z.object({
  id: rowId,
  text: z.string(),
  at: utc,
  /** Who wrote the note; null if that user was deleted. */
  by: z.string().nullable(),
  /** Whether the caller wrote the note. */
  isOwn: z.boolean(),
});
export type AccountNote = z.infer<typeof accountNote>;

/** Customer organizations, as operators see them. */
export const accounts = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Accounts',
    summary: 'The accounts by name',
    action: 'operator.accounts',
    query: pageQuery({ pageSize: 20, max: 100 }).extend({
      /** Part of a name, ignoring case. */
      textFilter: z.string().trim().max(200).default(''),
    }),
    response: listSchema(z.object({ id: rowId, name: z.string() })),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Accounts/{id}',
    summary: 'One account',
    action: 'operator.accounts',
    params,
    response: account,
  }),
  saveFeatures: defineEndpoint({
    method: 'PUT',
    path: '/api/Operator/Accounts/{id}/Features',
    summary: 'Sets the features of an account; its users see the change at their next request',
    action: 'operator.manageAccounts',
    params,
    body: z.object({ features: z.array(z.enum(features)).max(features.length) }),
    response: account,
  }),
  saveCompany: defineEndpoint({
    method: 'PUT',
    path: '/api/Operator/Accounts/{id}/Company',
    summary: 'Sets the brand of an account; its users see it on the next page that they open',
    action: 'operator.manageAccounts',
    params,
    body: z.object({ companyId: rowId.max(2_147_483_647) }),
    response: account,
  }),
  listNotes: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Accounts/{id}/Notes',
    summary: "The operators' notes about an account, newest first",
    action: 'operator.accounts',
    params,
    query: pageQuery({ pageSize: 10, max: 100 }),
    response: listSchema(accountNote),
  }),
  addNote: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Accounts/{id}/Notes',
    summary: 'Adds a note about an account',
    action: 'operator.manageAccounts',
    params,
    body: z.object({ text: textBlock(4_000).min(1) }),
    response: accountNote,
  }),
  deleteNote: defineEndpoint({
    method: 'DELETE',
    path: '/api/Operator/Accounts/{id}/Notes/{noteId}',
    summary: "Deletes one of the caller's own notes",
    action: 'operator.manageAccounts',
    params: params.extend({ noteId: rowIdParameter }),
    response: z.object({}),
  }),
};
