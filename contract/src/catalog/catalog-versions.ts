import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listSchema, pageQuery, rowId, rowIdParameter, utc } from '../api/values.ts';
import { publication } from './catalog-plans.ts';

/**
 * A path in the catalog, such as `products[scan].plans[scan-pro].name.fr`, and its words: 'scan › Plans: scan-pro ›
 * Name: French'.
 */
export const placed = z.object({ place: z.string(), title: z.string() });

/** A value before and after, as short text; null for none. */
export const difference = placed.extend({ before: z.string().nullable(), after: z.string().nullable() });
export type CatalogDifference = z.infer<typeof difference>;

const version = z.object({
  id: rowId,
  source: z.enum(['file', 'screen']),
  /** The operator who published the version on screen. */
  by: z.string().nullable(),
  requestedAt: utc,
  publishedAt: utc.nullable(),
  /** Why the version was not published. */
  failure: z.string().nullable(),
  isSold: z.boolean(),
  /**
   * Whether the version was not published but can be: it waits for Stripe, or it failed and no other version was
   * published since.
   */
  mayTryAgain: z.boolean(),
  /** Whether the version waits for Stripe, and so blocks every other version. */
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

/** The published versions of the catalog, and those that were not published. */
export const catalogVersions = {
  versions: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Versions',
    summary: 'The versions of the catalog, newest first',
    action: 'operator.catalog',
    query: pageQuery({ pageSize: 20, max: 100 }),
    response: listSchema(version),
  }),
  version: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Versions/{id}',
    summary: 'A version with its changes',
    action: 'operator.catalog',
    params: z.object({ id: rowIdParameter }),
    response: version.extend({
      differences: z.array(difference).max(500),
      total: z.int(),
      /** Whether the base version is still stored. Without it, the changes are unknown. */
      isCompared: z.boolean(),
    }),
  }),
  tryAgain: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Versions/{id}/TryAgain',
    summary: 'Retries publishing a version that waits for Stripe or failed',
    action: 'operator.manageCatalog',
    params: z.object({ id: rowIdParameter }),
    response: publication,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  giveUp: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Versions/{id}/GiveUp',
    summary: 'Abandons a version that waits for Stripe, so that another one can be published',
    action: 'operator.manageCatalog',
    params: z.object({ id: rowIdParameter }),
    response: z.object({}),
    errors: ['Conflict'],
  }),
  bringBack: defineEndpoint({
    method: 'POST',
    path: '/api/Catalog/Versions/{id}/BringBack',
    summary: "Turns an earlier version into the caller's draft",
    action: 'operator.manageCatalog',
    params: z.object({ id: rowIdParameter }),
    response: z.object({ revision: z.int() }),
    errors: ['Conflict'],
  }),
};
