import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { cents, listQuery, listSchema, rowId, rowIdParameter, utc } from '../api/values.ts';

const accountSortFields = ['name', 'createdAt'] as const;
export type AccountSortField = (typeof accountSortFields)[number];

const accountUserSortFields = ['login', 'lastLoginDate'] as const;
export type AccountUserSortField = (typeof accountUserSortFields)[number];

/** The remaining amount of open invoices, in one currency. */
const owed = z.object({ currency: z.string(), amount: cents, invoices: z.int().nonnegative() });
export type Owed = z.infer<typeof owed>;

const owner = z.object({ name: z.string(), email: z.string() });

/** An account in a list. */
const accountRow = z.object({
  id: rowId,
  name: z.string(),
  companyName: z.string(),
  createdAt: utc,
  isDisabled: z.boolean(),
  owner: owner.nullable(),
  liveSubscriptions: z.int().nonnegative(),
  owed: z.array(owed),
});
export type AccountRow = z.infer<typeof accountRow>;

/** Another account. */
const otherAccount = z.object({ id: rowId, name: z.string() });

const shown = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), total: z.int().nonnegative() });

/** A summary of an account, with the first ten entries of each list. */
const overview = z.object({
  owner: owner.extend({ id: rowId }).nullable(),
  users: z.object({ active: z.int().nonnegative(), total: z.int().nonnegative() }),
  owed: z.array(owed),
  openInvoices: shown(
    z.object({
      id: z.string(),
      number: z.string().nullable(),
      amount: cents,
      currency: z.string(),
      created: utc,
      dueDate: utc.nullable(),
      isOverdue: z.boolean(),
      hostedInvoiceUrl: z.string().nullable(),
    }),
  ),
  subscriptions: shown(
    z.object({
      id: rowId,
      productName: z.string(),
      planName: z.string(),
      quantity: z.int(),
      /** Stripe's status. */
      status: z.string(),
      isTrial: z.boolean(),
      amount: cents,
      currency: z.string(),
      interval: z.enum(['Day', 'Month', 'Year']),
      intervalCount: z.int(),
      expirationDate: utc.nullable(),
      /** When the unpaid period began; null if paid. */
      /** When the oldest unpaid invoice was due. */
      unpaidSince: utc.nullable(),
      /** When the subscription ends; null if it renews. */
      cancelAt: utc.nullable(),
    }),
  ),
  licenses: shown(
    z.object({
      id: rowId,
      number: z.string(),
      serialNumber: z.string(),
      productName: z.string(),
      status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      /** -1 is unlimited. */
      quantity: z.int(),
      usedQuantity: z.int(),
      exceededQuantity: z.int(),
      expirationDate: utc.nullable(),
    }),
  ),
  devices: z.object({
    total: z.int().nonnegative(),
    withPlace: z.int().nonnegative(),
    exceeded: z.int().nonnegative(),
  }),
  /** Trials on machines that another account used for a trial of the same product (TRL-11). */
  repeatedTrials: z.array(
    z.object({
      productName: z.string(),
      deviceName: z.string(),
      account: otherAccount,
    }),
  ),
  /** Trials of accounts that had the same card and a trial of the same product (TRL-12). */
  sharedCards: z.array(
    z.object({ productName: z.string(), brand: z.string(), last4: z.string(), account: otherAccount }),
  ),
  /** Users whose email address leads to the same mailbox as that of another account's user (TRL-12). */
  sharedMailboxes: z.array(z.object({ email: z.string(), otherEmail: z.string(), account: otherAccount })),
  /**
   * What the customer entered at the sign-up, with empty texts for fields left empty; null for an account that did
   * not register itself.
   */
  registration: z
    .object({
      /** ISO 3166-1 alpha-2. */
      country: z.string(),
      state: z.string(),
      province: z.string(),
      industry: z.string(),
      otherIndustry: z.string(),
      orderNumber: z.string(),
    })
    .nullable(),
  activity: z.array(
    z.object({
      id: rowId,
      at: utc,
      text: z.string(),
      /** The user in whose name it happened; null if no user is known. */
      user: z.string().nullable(),
      /** Who really did this, if that was somebody else. */
      by: z.string().nullable(),
    }),
  ),
});
export type AccountOverview = z.infer<typeof overview>;

const accountUser = z.object({
  id: rowId,
  login: z.string(),
  email: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  readOnly: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Null before the first sign-in. */
  lastLoginDate: utc.nullable(),
});
export type AccountUser = z.infer<typeof accountUser>;

const params = z.object({ id: rowIdParameter });
const textFilter = z.string().trim().max(200).default('');

/** Accounts with everything that belongs to them, as a summary for operators. */
export const accountOverviews = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/AccountOverviews',
    summary: 'The accounts, each with its owner, live subscriptions and unpaid amount',
    action: 'operator.accounts',
    query: listQuery(accountSortFields, { sortField: 'name', order: 'asc' }).extend({
      /** Part of a name, ignoring case. */
      textFilter,
    }),
    response: listSchema(accountRow),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/AccountOverviews/{id}',
    summary: 'A summary of an account',
    action: 'operator.accounts',
    params,
    response: overview,
  }),
  listUsers: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/AccountOverviews/{id}/Users',
    summary: 'The users of an account, with second factor and last login',
    action: 'operator.accounts',
    params,
    query: listQuery(accountUserSortFields, { sortField: 'login', order: 'asc' }).extend({
      /** Part of a login, an email address or a name, ignoring case. */
      textFilter,
    }),
    response: listSchema(accountUser),
  }),
};
