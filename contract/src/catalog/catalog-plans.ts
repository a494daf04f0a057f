import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, lineOfText, rowId } from '../api/values.ts';
import { planParameters, processingType, productParameters } from './catalog.ts';

/** A plan as edited in its dialog. Texts are in the user's language; the other language is kept. */
const planInput = z.object({
  code: lineOfText(50, 1),
  name: lineOfText(80, 1),
  description: lineOfText(500, 1),
  /** Empty for a plan that is not featured. */
  featuredText: lineOfText(60),
  isTrial: z.boolean(),
  processingType,
  /** Cents of the plan's only monthly price. Left out if the amount follows from other prices; null for no price. */
  fromAmountPerMonth: cents.max(99_999_999).nullable().optional(),
});
export type PlanInput = z.input<typeof planInput>;

/** The dialog's changes of a plan. Changes that others published since it was opened are kept (CAT-50). */
const planChange = planInput.extend({
  /** The version of the catalog when the dialog was opened. */
  version: rowId,
  /**
   * The version about which the operator was warned, because others changed the same values. Those values are
   * overwritten.
   */
  overVersion: rowId.optional(),
});
export type PlanChange = z.input<typeof planChange>;

/** The outcome of a change of the catalog. */
export const publication = z.object({
  /** The version that was created. */
  version: z.int(),
  /**
   * `pending`: Stripe is unreachable, and publishing resumes automatically. Until then customers see the previous
   * catalog.
   */
  status: z.enum(['published', 'pending', 'failed']),
});
export type Publication = z.infer<typeof publication>;

/** Changes of plans in their dialog, each of which publishes the catalog (CAT-50). */
export const catalogPlans = {
  addPlan: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/Plans',
    summary: 'Adds a plan to a product and publishes the catalog',
    action: 'operator.manageCatalog',
    params: productParameters,
    body: planInput,
    response: publication.extend({ planId: catalogId }),
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  savePlan: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/Plans/{planId}',
    summary:
      'Changes a plan and publishes the catalog; a value that others changed since the plan was opened is a conflict',
    action: 'operator.manageCatalog',
    params: planParameters,
    body: planChange,
    response: publication,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  removePlan: defineEndpoint({
    method: 'DELETE',
    path: '/api/Products/{id}/Plans/{planId}',
    summary: 'Removes a plan from the catalog; customers who have it keep it',
    action: 'operator.manageCatalog',
    params: planParameters,
    response: publication,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  countPlanHolders: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Plans/{planId}/Holders',
    summary: 'A plan of the published version for its dialog, with the number of accounts that have it',
    action: 'operator.catalog',
    params: planParameters,
    response: z.object({
      /** Accounts with this plan, by a live subscription or a manual order. */
      accounts: z.int().nonnegative(),
      /** The version of the catalog that contains this plan. */
      version: rowId,
      plan: planInput.omit({ fromAmountPerMonth: true }),
      /** Whether the plan's monthly amount can be edited: it has no price, or a monthly one. */
      isAmountGiven: z.boolean(),
      /** The monthly price in cents; null without a monthly price. */
      amount: cents.nullable(),
    }),
  }),
};
