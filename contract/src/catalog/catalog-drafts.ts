import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listOf, listQuery, locales, pageQuery, rowId, rowIdParameter, unitName, utc } from '../api/values.ts';
import { publication, subscriptionPlan } from './catalog.ts';

/** The lists of the catalog that have an editor. */
export const catalogLists = ['products', 'coupons'] as const;
export type CatalogList = (typeof catalogLists)[number];

/** A part of the catalog in the form in which it is kept. The fields say what it consists of. */
const written = z.record(z.string(), z.unknown());

/** Names of the fields of a catalog, and what each one is. It follows from the schema of the catalog file. */
export type CatalogField =
  | { kind: 'block'; fields: CatalogNamedField[] }
  | { kind: 'list'; item: CatalogField; key: string | null }
  | { kind: 'text' | 'localized'; longest: number }
  | { kind: 'money'; least: number }
  | { kind: 'whole'; least: number; most: number }
  /** A list of numbers, the highest first, of `longest` at most. */
  | { kind: 'days'; least: number; most: number; longest: number }
  /** Of `most` bytes at most. */
  | { kind: 'picture'; most: number }
  | { kind: 'choice'; choices: { value: string; label: string }[] }
  | { kind: 'moment'; ofDay: 'start' | 'end' }
  | { kind: 'reference'; to: 'plan' | 'product' | 'coupon' }
  | {
      kind: 'id' | 'code' | 'flag' | 'percent' | 'version' | 'color' | 'mail' | 'address' | 'taxCode' | 'featureValues';
    };
export interface CatalogNamedField {
  name: string;
  /** In the reader's language. */
  label: string;
  required: boolean;
  /** What holds where it is left out. */
  initial?: unknown;
  field: CatalogField;
}

/** A place in the catalog, such as `products[scan].plans[scan-pro].name.fr`, and in words: 'scan › Plans: scan-pro › Name: French'. */
const placed = z.object({ place: z.string(), title: z.string() });

/** What is wrong at a place. */
const problem = placed.extend({ message: z.string() });
export type CatalogProblem = z.infer<typeof problem>;

/** A value before and after, in short words; null where there is none. */
const difference = placed.extend({ before: z.string().nullable(), after: z.string().nullable() });
export type CatalogDifference = z.infer<typeof difference>;

const conflict = placed.extend({ mine: z.string().nullable(), theirs: z.string().nullable() });

const version = z.object({
  id: rowId,
  source: z.enum(['file', 'screen']),
  /** Who published it on a screen. */
  by: z.string().nullable(),
  requestedAt: utc,
  publishedAt: utc.nullable(),
  /** Why it was not published. */
  failure: z.string().nullable(),
  isSold: z.boolean(),
  /** Not published, but it may be: it waits for Stripe, or failed while nothing else was published. */
  mayTryAgain: z.boolean(),
  /** Waits for Stripe, and keeps every other version waiting. */
  mayGiveUp: z.boolean(),
  summary: z.object({
    added: z.int(),
    changed: z.int(),
    restored: z.int(),
    retired: z.int(),
    amended: z.int(),
  }),
});
export type CatalogVersion = z.infer<typeof version>;

const draft = z.object({
  /** The version that is sold. */
  sold: rowId,
  /** 0 where nothing was changed. Each save has the next one. */
  revision: z.int().nonnegative(),
  changedAt: utc.nullable(),
  /** Values that the draft changes. */
  changed: z.int().nonnegative(),
  problems: z.array(problem).max(200),
  /** What somebody else published since the draft began. */
  theirs: z
    .object({
      by: z.string().nullable(),
      publishedAt: utc,
      differences: z.array(difference).max(200),
      conflicts: z.array(conflict).max(200),
    })
    .nullable(),
  /** What is being published, or the last that was not published of the reader's own. */
  publication: z
    .object({ version: rowId, by: z.string().nullable(), isOwn: z.boolean(), failure: z.string().nullable() })
    .nullable(),
});
export type CatalogDraft = z.infer<typeof draft>;

/** `removed`: the draft retires it. `retired`: it was sold once. */
const entryState = z.enum(['same', 'added', 'changed', 'removed', 'retired']);

const entryRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Against what is sold. */
  state: entryState,
  /** Plans of a product; null for a coupon. */
  plans: z.int().nullable(),
  /** A product that is shown and not sold, a coupon past its date. */
  isOff: z.boolean(),
  problems: z.int(),
});
export type CatalogEntryRow = z.infer<typeof entryRow>;

const listParameters = z.object({ list: z.enum(catalogLists) });
const entryParameters = listParameters.extend({ id: z.string().min(1).max(63) });

/** Room for a product with its pictures. */
const mostBytes = 1024 * 1024;

/** What is kept where both changed the same value. */
const choices = z.array(z.object({ place: z.string().max(500), keep: z.enum(['mine', 'theirs']) })).max(200);

/** The draft together with what others published meanwhile, as the operator saw both. */
const draftTogether = z.object({
  revision: z.int().nonnegative(),
  /** The version that was sold then. */
  sold: rowId,
  choices,
});

/** What an operator changes of the catalog before it is published. */
export const catalogDrafts = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Draft',
    summary: "What the reader's draft changes, what is wrong with it, and what others published meanwhile",
    action: 'operator.catalog',
    response: draft,
    errors: ['Conflict'],
  }),
  discard: defineEndpoint({
    method: 'DELETE',
    path: '/api/Catalog/Draft',
    summary: "Throws the reader's draft away",
    action: 'operator.manageCatalog',
    response: z.object({}),
  }),
  changes: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Draft/Changes',
    summary:
      'What publishing would change with what is kept at conflicts: values, amended prices, subscriptions that keep theirs',
    action: 'operator.catalog',
    body: z.object({ choices }),
    response: z.object({
      /** What is wrong with the draft together with what others published. */
      problems: z.array(problem).max(200),
      differences: z.array(difference).max(500),
      total: z.int(),
      amended: z.int(),
      /** Live subscriptions that keep the price that they were bought at. */
      subscriptions: z.int(),
      retired: z.int(),
      /** Plans that leave the catalog and that somebody has. */
      leaving: z.array(z.object({ id: z.string(), name: z.string(), accounts: z.int().positive() })).max(200),
    }),
    errors: ['Conflict'],
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Draft/Publish',
    summary: 'Publishes the draft, together with what others published meanwhile',
    action: 'operator.manageCatalog',
    body: draftTogether,
    response: publication,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  takeTheirs: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Draft/TakeTheirs',
    summary: 'Takes into the draft what others published meanwhile, so that it can be mended together',
    action: 'operator.manageCatalog',
    body: draftTogether,
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
  preview: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Draft/Products/{id}/Preview',
    summary: 'The plans of a product as a new customer would see them after publishing the draft',
    action: 'operator.catalog',
    params: z.object({ id: z.string().min(1).max(63) }),
    query: z.object({ language: z.enum(locales) }),
    response: z.object({ items: z.array(subscriptionPlan), product: z.object({ name: z.string(), unit: unitName }) }),
    errors: ['Conflict'],
  }),
  fields: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Fields/{list}',
    summary: 'What an entry of a list consists of, as the schema of the catalog file has it',
    action: 'operator.catalog',
    params: listParameters,
    /** A `CatalogField`. */
    response: z.object({ field: written, currency: z.string() }),
    errors: ['Conflict'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Entries/{list}',
    summary: 'The products or coupons of the draft, with what it changes of them',
    action: 'operator.catalog',
    params: listParameters,
    query: listQuery(['position'], { sortField: 'position', order: 'asc', pageSize: 20 }).extend({
      textFilter: z.string().trim().max(200).default(''),
      /** `retired`: what was sold once, in the place of what is sold or drafted. */
      show: z.enum(['sold', 'retired']).default('sold'),
    }),
    response: listOf(entryRow),
    errors: ['Conflict'],
  }),
  entry: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Entries/{list}/{id}',
    summary: 'A product or coupon of the draft, with everything that the catalog knows of it',
    action: 'operator.catalog',
    params: entryParameters,
    response: z.object({
      revision: z.int().nonnegative(),
      state: entryState,
      value: written,
      problems: z.array(problem),
      /** What it may refer to. */
      references: z.object({
        plan: z.array(z.object({ id: z.string(), name: z.string() })),
        product: z.array(z.object({ id: z.string(), name: z.string() })),
        coupon: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
      /** Accounts that have one of its plans, by a live subscription or a manual order. */
      holders: z.object({
        accounts: z.int().nonnegative(),
        plans: z.array(z.object({ id: z.string(), accounts: z.int().positive() })),
      }),
      /** Every price at Stripe that its prices ever had, the newest first. */
      prices: z.array(
        z.object({
          priceId: z.string(),
          amount: z.int(),
          currency: z.string(),
          from: utc,
          until: utc.nullable(),
          isSold: z.boolean(),
        }),
      ),
    }),
    errors: ['Conflict'],
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/Catalog/Entries/{list}/{id}',
    summary: 'Puts a product or coupon into the draft; what is wrong with it is told and kept',
    action: 'operator.manageCatalog',
    params: entryParameters,
    body: z.object({ revision: z.int().nonnegative(), value: written }),
    mostBytes,
    response: z.object({ revision: z.int(), problems: z.array(problem) }),
    errors: ['Conflict'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/Catalog/Entries/{list}/{id}',
    summary: 'Takes a product or coupon out of the draft; who has it keeps it',
    action: 'operator.manageCatalog',
    params: entryParameters,
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
  keep: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Entries/{list}/{id}/Keep',
    summary: 'Puts a product or coupon that the draft retires, or that was sold once, into the draft again',
    action: 'operator.manageCatalog',
    params: entryParameters,
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
  move: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Entries/{list}/{id}/Move',
    summary: 'Moves a product or coupon one place up or down',
    action: 'operator.manageCatalog',
    params: entryParameters,
    body: z.object({ by: z.union([z.literal(-1), z.literal(1)]) }),
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
  versions: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Versions',
    summary: 'The versions of the catalog, the newest first',
    action: 'operator.catalog',
    query: pageQuery({ pageSize: 20, max: 100 }),
    response: listOf(version),
  }),
  version: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Versions/{id}',
    summary: 'A version, and what it changed',
    action: 'operator.catalog',
    params: z.object({ id: rowIdParameter }),
    response: version.extend({
      differences: z.array(difference).max(500),
      total: z.int(),
      /** Whether the version that it was made from is kept; without it, nobody knows what it changed. */
      isCompared: z.boolean(),
    }),
  }),
  tryAgain: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Versions/{id}/TryAgain',
    summary: 'Tries to publish a version once more that waits for Stripe or failed',
    action: 'operator.manageCatalog',
    params: z.object({ id: rowIdParameter }),
    response: publication,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  giveUp: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Versions/{id}/GiveUp',
    summary: 'Gives up a version that waits for Stripe, so that another one can be published',
    action: 'operator.manageCatalog',
    params: z.object({ id: rowIdParameter }),
    response: z.object({}),
    errors: ['Conflict'],
  }),
  bringBack: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Versions/{id}/BringBack',
    summary: "Makes the reader's draft of a former version, to be looked at and published",
    action: 'operator.manageCatalog',
    params: z.object({ id: rowIdParameter }),
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
};
