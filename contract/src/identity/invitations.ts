import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listSchema, pageQuery, rowId, rowIdParameter, utc } from '../api/values.ts';

const invitation = z.object({
  userId: rowId,
  login: z.string(),
  email: z.string(),
  /** First and last name. */
  name: z.string(),
  sentAt: utc,
  /** Who sent the invitation; null if unknown. */
  sentBy: z.string().nullable(),
  expiresAt: utc,
  isExpired: z.boolean(),
  /** Whether the caller may resend or withdraw the invitation. */
  changeAllowed: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

const params = z.object({ userId: rowIdParameter });

/** Open invitations. */
export const invitations = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Invitations',
    summary: "The account's open invitations, newest first",
    action: 'users.view',
    query: pageQuery({ pageSize: 10, max: 400 }),
    response: listSchema(invitation),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Invitations/{userId}',
    summary: "The state of a user's invitation",
    action: 'users.view',
    params,
    response: z.object({
      /** Null if the user has none, or has answered it. */
      invitation: invitation.nullable(),
      /** Whether the caller may send an invitation: the user is active and has no password. */
      sendAllowed: z.boolean(),
    }),
  }),
  send: defineEndpoint({
    method: 'POST',
    path: '/api/Invitations/{userId}',
    summary: 'Mails an invitation to a user without a password; the link of the previous one stops working',
    action: 'users.add',
    params,
    response: invitation,
    errors: ['Conflict'],
  }),
  withdraw: defineEndpoint({
    method: 'DELETE',
    path: '/api/Invitations/{userId}',
    summary: 'Withdraws an invitation: its link stops working, and its user is inactive until an admin activates them',
    action: 'users.add',
    params,
    response: z.object({}),
    errors: ['Conflict'],
  }),
};
