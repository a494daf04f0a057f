import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { rowId } from '../api/values.ts';

/** What the operators' search finds. */
export const foundKinds = ['account', 'user', 'license', 'order', 'invoice'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** One thing that the search found. */
export const found = z.object({
  kind: z.enum(foundKinds),
  /** Of a row, or of an object at Stripe. */
  id: z.string(),
  /** The account's or user's name, or a number. */
  label: z.string(),
  /** What tells it from others of the same label: an e-mail address, a serial number. */
  detail: z.string().nullable(),
  /** The account that it belongs to; null for an invoice whose customer has none. */
  account: z.object({ id: rowId, name: z.string() }).nullable(),
  /** Of an order: whether an operator entered it. */
  isManual: z.boolean(),
});
export type Found = z.infer<typeof found>;

/** Search over everything that names a customer, for operators. */
export const operatorSearch = {
  find: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Search',
    summary: 'Accounts, users, licenses, orders and invoices that a text names, the closest first, some of each kind',
    action: 'operator.search',
    query: z.object({
      /** Part of a name, login or e-mail address, or the beginning of a number; fewer than two characters find nothing. */
      text: z.string().trim().max(200).default(''),
    }),
    response: z.object({ items: z.array(found) }),
  }),
};
