import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listOf, pageQuery, rowId, rowIdParameter, utc } from '../api/values.ts';

const invitation = z.object({
  userId: rowId,
  login: z.string(),
  email: z.string(),
  /** First and last name. */
  name: z.string(),
  sentAt: utc,
  /** Who sent it; null where nobody knows any more. */
  sentBy: z.string().nullable(),
  expiresAt: utc,
  isExpired: z.boolean(),
  /** Whether the caller may send it again or withdraw it. */
  changeAllowed: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

const params = z.object({ userId: rowIdParameter });

/** Invitations that nobody has answered yet. */
export const invitations = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Invitations',
    summary: "The account's invitations without an answer, the newest first",
    action: 'users.view',
    query: pageQuery({ pageSize: 10, max: 400 }),
    response: listOf(invitation),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Invitations/{userId}',
    summary: 'How a user of the account stands with their invitation',
    action: 'users.view',
    params,
    response: z.object({
      /** Null where the user has none, or has answered it. */
      invitation: invitation.nullable(),
      /** Whether the caller may send the user one: an active user without a password. */
      sendAllowed: z.boolean(),
    }),
  }),
  send: defineEndpoint({
    method: 'POST',
    path: '/api/Invitations/{userId}',
    summary: 'Mails a user without a password an invitation; the link of the former one is void',
    action: 'users.add',
    params,
    response: invitation,
    errors: ['Conflict'],
  }),
  withdraw: defineEndpoint({
    method: 'DELETE',
    path: '/api/Invitations/{userId}',
    summary: 'Withdraws an invitation: its link is void, and its user is inactive until an admin activates them',
    action: 'users.add',
    params,
    response: z.object({}),
    errors: ['Conflict'],
  }),
};
