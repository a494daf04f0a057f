import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, day, listSchema, pageQuery, reportFormat, rowId, utc } from '../api/values.ts';
import { signUpVisitSteps } from './sign-up-form.ts';

/**
 * Number of people by step: how many reached it. Nobody is counted twice, so no step has more than the previous one.
 */
const funnelSteps = z.record(z.enum(signUpVisitSteps), z.int().nonnegative());
export type SignUpFunnelSteps = z.infer<typeof funnelSteps>;

const funnelDay = z.object({ day, steps: funnelSteps });
export type SignUpFunnelDay = z.infer<typeof funnelDay>;

/** Maximum number of days per request, equal to the browser's longest range. */
export const maxFunnelDays = 731;

/** Filters of the funnel. */
const funnelQuery = {
  /** UTC days, both inclusive. */
  from: day,
  to: day,
  companyId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  productId: catalogId.optional(),
};

/** Somebody who submitted the form within the last week and has not registered. */
const unregistered = z.object({
  id: z.uuid(),
  email: z.string(),
  /** `waiting`: for the cardholder or the payment provider. `failed`: nothing was bought and nobody registered. */
  state: z.enum(['waiting', 'failed']),
  /** Why the registration failed, in the user's language; null while it waits. */
  reason: z.string().nullable(),
  /** Null for a sign-up before brands were recorded. */
  companyName: z.string().nullable(),
  /** Null if no product was chosen. */
  productName: z.string().nullable(),
  /** When the form was submitted. */
  at: utc,
});
export type Unregistered = z.infer<typeof unregistered>;

/** What operators see of the sign-up: where visitors stopped, and who has not registered. */
export const signUpFunnel = {
  getFunnel: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/SignUps',
    summary: 'The sign-up funnel: the sums of a range, and its days, latest first; at most 731 days',
    action: 'operator.signUps',
    query: pageQuery({ pageSize: 10, max: 400 }).extend(funnelQuery),
    response: listSchema(funnelDay).extend({
      /** Sums of the whole range. */
      sums: funnelSteps,
      /** The companies by which the funnel can be filtered, by name. */
      companies: z.array(z.object({ id: rowId, name: z.string() })),
      products: z.array(z.object({ id: catalogId, name: z.string() })),
    }),
  }),
  listUnregistered: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/SignUps/Unregistered',
    summary:
      'People who submitted the sign-up form in the last week and have not registered, latest first, with the reason',
    action: 'operator.signUps',
    query: pageQuery({ pageSize: 5, max: 100 }).extend({
      companyId: funnelQuery.companyId,
      productId: funnelQuery.productId,
    }),
    response: listSchema(unregistered),
  }),
  exportFunnel: defineEndpoint({
    method: 'GET',
    path: '/Reports/SignUpsReport',
    summary: 'The sign-up funnel by day as a CSV file',
    action: 'operator.signUps',
    query: z.object({ ...funnelQuery, ...reportFormat }),
  }),
};
