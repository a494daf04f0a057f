import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { lineOfText, listOf, listQuery, rowId, rowIdParameter, textBlock, utc } from './values.ts';

/** A person in an account, as the account's admins see them. */
export const user = z.object({
  id: rowId,
  login: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  comments: z.string(),
  active: z.boolean(),
  readOnly: z.boolean(),
  admin: z.boolean(),
  isOwner: z.boolean(),
  /** Null before the first sign-in. */
  lastLoginDate: utc.nullable(),
  /** Whether the caller may change the details (USR-6, USR-19). */
  editingAllowed: z.boolean(),
});
export type User = z.infer<typeof user>;

/** What of a user can be edited. */
const userDetails = z.object({
  login: lineOfText(200, 1),
  email: z.email().max(320),
  firstName: lineOfText(100, 1),
  lastName: lineOfText(100),
  phone: lineOfText(50),
  comments: textBlock(2_000),
});
export type UserDetails = z.infer<typeof userDetails>;

const userSortFields = ['login', 'email', 'firstName', 'lastName', 'lastLoginDate'] as const;
export type UserSortField = (typeof userSortFields)[number];

const params = z.object({ id: rowIdParameter });

export const users = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/User/list',
    summary: "The account's users",
    action: 'users.view',
    query: listQuery(userSortFields, { sortField: 'login', order: 'asc' }).extend({
      /** Part of a login, an e-mail address or a name, in any case. */
      textFilter: z.string().trim().max(200).default(''),
    }),
    response: listOf(user),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/User/{id}',
    summary: 'One user of the account',
    action: 'users.view',
    params,
    response: user,
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/User/{id}',
    summary: "Changes a user's details; the owner's are the owner's alone to change",
    action: 'users.manage',
    params,
    body: userDetails,
    response: user,
  }),
};
