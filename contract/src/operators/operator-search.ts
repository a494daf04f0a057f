import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { rowId } from '../api/values.ts';

/** The kinds of hits of the operators' search. */
export const searchHitKinds = ['account', 'user', 'license', 'order', 'invoice'] as const;
export type SearchHitKind = (typeof searchHitKinds)[number];

/** A hit of the search. */
export const searchHit = z.object({
  kind: z.enum(searchHitKinds),
  /** Id of a row, or of an object at Stripe. */
  id: z.string(),
  /** The account's or user's name, or a number. */
  label: z.string(),
  /** What distinguishes the hit from others with the same label: an email address, a serial number. */
  detail: z.string().nullable(),
  /** The hit's account; null for an invoice whose customer has no account. */
  account: z.object({ id: rowId, name: z.string() }).nullable(),
  /** For an order: whether an operator entered it. */
  isManual: z.boolean(),
});
export type SearchHit = z.infer<typeof searchHit>;

/** Operators' search over everything that identifies a customer. */
export const operatorSearch = {
  find: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Search',
    summary: 'Accounts, users, licenses, orders and invoices that match a text, best matches first, some of each kind',
    action: 'operator.search',
    query: z.object({
      /**
       * Part of a name, login or email address, or the beginning of a number. Fewer than two characters find nothing.
       */
      text: z.string().trim().max(200).default(''),
    }),
    response: z.object({ items: z.array(searchHit) }),
  }),
};
