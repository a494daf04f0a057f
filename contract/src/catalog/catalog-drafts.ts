import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listQuery, listSchema, locales, rowId, unitName, utc } from '../api/values.ts';
import { subscriptionPlan } from './catalog.ts';
import { publication } from './catalog-plans.ts';
import { difference, placed } from './catalog-versions.ts';

/** The lists of the catalog that have an editor. */
export const catalogLists = ['products', 'coupons'] as const;
export type CatalogList = (typeof catalogLists)[number];

/** A part of the catalog in its stored form. The fields describe it. */
const written = z.record(z.string(), z.unknown());

/** Describes the fields of a catalog. Derived from the schema of the catalog file. */
export type CatalogField =
  | { kind: 'block'; fields: CatalogNamedField[] }
  | { kind: 'list'; item: CatalogField; key: string | null }
  | { kind: 'text' | 'localized'; longest: number }
  | { kind: 'money'; least: number }
  | { kind: 'whole'; least: number; most: number }
  /** A list of at most `longest` numbers, the highest first. */
  | { kind: 'days'; least: number; most: number; longest: number }
  /** At most `most` bytes. */
  | { kind: 'picture'; most: number }
  | { kind: 'choice'; choices: { value: string; label: string }[] }
  | { kind: 'moment'; ofDay: 'start' | 'end' }
  | { kind: 'reference'; to: 'plan' | 'product' | 'coupon' }
  | {
      kind: 'id' | 'code' | 'flag' | 'percent' | 'version' | 'color' | 'mail' | 'address' | 'taxCode' | 'featureValues';
    };
export interface CatalogNamedField {
  name: string;
  /** In the user's language. */
  label: string;
  required: boolean;
  /** The default. */
  initial?: unknown;
  field: CatalogField;
}

/** A problem at a path. */
const problem = placed.extend({ message: z.string() });
export type CatalogProblem = z.infer<typeof problem>;

const conflict = placed.extend({ mine: z.string().nullable(), theirs: z.string().nullable() });

const draft = z.object({
  /** The version that is for sale. */
  sold: rowId,
  /** 0 if nothing was changed. Each save increments it. */
  revision: z.int().nonnegative(),
  changedAt: utc.nullable(),
  /** Number of values that the draft changes. */
  changed: z.int().nonnegative(),
  problems: z.array(problem).max(200),
  /** Changes that others published since the draft began. */
  theirs: z
    .object({
      by: z.string().nullable(),
      publishedAt: utc,
      differences: z.array(difference).max(200),
      conflicts: z.array(conflict).max(200),
    })
    .nullable(),
  /** The version that is being published, or the operator's last one that failed. */
  publication: z
    .object({ version: rowId, by: z.string().nullable(), isOwn: z.boolean(), failure: z.string().nullable() })
    .nullable(),
  /** Differences from the published catalog that staff made at Stripe, in the words of the cockpit's issues (CAT-53). */
  stripeDifferences: z.array(z.object({ issueId: rowId, reason: z.string() })).max(200),
});
export type CatalogDraft = z.infer<typeof draft>;

/** `removed`: the draft retires it. `retired`: it was sold before. */
const entryState = z.enum(['same', 'added', 'changed', 'removed', 'retired']);

const entryRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The state compared with the catalog that is for sale. */
  state: entryState,
  /** Plans of a product; null for a coupon. */
  plans: z.int().nullable(),
  /** A product that is shown but not sold, or an expired coupon. */
  isOff: z.boolean(),
  problems: z.int(),
});
export type CatalogEntryRow = z.infer<typeof entryRow>;

const listParameters = z.object({ list: z.enum(catalogLists) });
const entryParameters = listParameters.extend({ id: z.string().min(1).max(63) });

/** Enough for a product with its images. */
const maxDefinitionBytes = 1024 * 1024;

/** The value to keep for each conflict. */
const choices = z.array(z.object({ place: z.string().max(500), keep: z.enum(['mine', 'theirs']) })).max(200);

/** The draft merged with what others published meanwhile, as the operator saw it. */
const draftTogether = z.object({
  revision: z.int().nonnegative(),
  /** The version that was for sale when the operator saw the draft. */
  sold: rowId,
  choices,
});

/** An operator's unpublished changes of the catalog. */
export const catalogDrafts = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Draft',
    summary: "The caller's draft: its changes, its problems, and what others published since it was started",
    action: 'operator.catalog',
    response: draft,
    errors: ['Conflict'],
  }),
  discard: defineEndpoint({
    method: 'DELETE',
    path: '/api/Catalog/Draft',
    summary: "Discards the caller's draft",
    action: 'operator.manageCatalog',
    response: z.object({}),
  }),
  changes: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Draft/Changes',
    summary:
      'What publishing would change with the given choices at conflicts: values, amended prices, and subscriptions that keep their prices',
    action: 'operator.catalog',
    body: z.object({ choices }),
    response: z.object({
      /** Problems of the draft merged with what others published. */
      problems: z.array(problem).max(200),
      differences: z.array(difference).max(500),
      total: z.int(),
      amended: z.int(),
      /** Live subscriptions that keep their old price. */
      subscriptions: z.int(),
      retired: z.int(),
      /** Plans in use that leave the catalog. */
      leaving: z.array(z.object({ id: z.string(), name: z.string(), accounts: z.int().positive() })).max(200),
    }),
    errors: ['Conflict'],
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Draft/Publish',
    summary: 'Publishes the draft, merged with what others published since it was started',
    action: 'operator.manageCatalog',
    body: draftTogether,
    response: publication,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  takeTheirs: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Draft/TakeTheirs',
    summary:
      'Merges into the draft what others published since it was started, so that problems can be corrected together',
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
    summary: "The fields of a list's entries, derived from the schema of the catalog file",
    action: 'operator.catalog',
    params: listParameters,
    /** A `CatalogField`. */
    response: z.object({ field: written, currency: z.string() }),
    errors: ['Conflict'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Entries/{list}',
    summary: 'The products or coupons of the draft, each marked with whether the draft changes it',
    action: 'operator.catalog',
    params: listParameters,
    query: listQuery(['position'], { sortField: 'position', order: 'asc', pageSize: 20 }).extend({
      textFilter: z.string().trim().max(200).default(''),
      /** `retired` lists what was sold before, instead of what is for sale or drafted. */
      show: z.enum(['sold', 'retired']).default('sold'),
    }),
    response: listSchema(entryRow),
    errors: ['Conflict'],
  }),
  entry: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Entries/{list}/{id}',
    summary: 'A product or coupon of the draft, with its holders, prices and references',
    action: 'operator.catalog',
    params: entryParameters,
    response: z.object({
      revision: z.int().nonnegative(),
      state: entryState,
      value: written,
      problems: z.array(problem),
      /** The entries that the entry's fields may refer to. */
      references: z.object({
        plan: z.array(z.object({ id: z.string(), name: z.string() })),
        product: z.array(z.object({ id: z.string(), name: z.string() })),
        coupon: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
      /** Accounts with a plan of the product, by a live subscription or a manual order. */
      holders: z.object({
        accounts: z.int().nonnegative(),
        plans: z.array(z.object({ id: z.string(), accounts: z.int().positive() })),
      }),
      /** Every Stripe price that the entry's prices ever had, the newest first. */
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
    summary: 'Stores a product or coupon in the draft, even with problems, which are returned',
    action: 'operator.manageCatalog',
    params: entryParameters,
    body: z.object({ revision: z.int().nonnegative(), value: written }),
    maxBytes: maxDefinitionBytes,
    response: z.object({ revision: z.int(), problems: z.array(problem) }),
    errors: ['Conflict'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/Catalog/Entries/{list}/{id}',
    summary: 'Removes a product or coupon from the draft; customers who have it keep it',
    action: 'operator.manageCatalog',
    params: entryParameters,
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
  keep: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Entries/{list}/{id}/Keep',
    summary: 'Restores a product or coupon that the draft retires, or that is no longer sold',
    action: 'operator.manageCatalog',
    params: entryParameters,
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
  move: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Entries/{list}/{id}/Move',
    summary: 'Moves a product or coupon up or down by one',
    action: 'operator.manageCatalog',
    params: entryParameters,
    body: z.object({ by: z.union([z.literal(-1), z.literal(1)]) }),
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
};
