import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, rowIdParameter } from '../api/values.ts';

const params = z.object({ id: rowIdParameter });
const settled = z.object({ id: z.int() });

/** Cases at Stripe that only the vendor's staff can settle; the cockpit lists them (OPR-12). */
export const stripeIssues = {
  dismiss: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/StripeIssues/{id}/Dismiss',
    summary: 'Removes an issue from the cockpit until its reason changes',
    action: 'operator.manageAccounts',
    params,
    body: z.object({}).optional(),
    response: settled,
    errors: ['NotFound'],
  }),
  correct: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/StripeIssues/{id}/Correct',
    summary: 'Brings Stripe to the state of the published catalog again',
    action: 'operator.manageCatalog',
    params,
    body: z.object({}).optional(),
    response: settled,
    errors: ['NotFound', 'Conflict', 'ServiceUnavailable'],
  }),
  choosePlan: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/StripeIssues/{id}/Plan',
    summary: 'Chooses the price plan that a price at Stripe belongs to',
    action: 'operator.manageAccounts',
    params,
    body: z.object({ pricePlanId: catalogId }),
    response: settled,
    errors: ['NotFound', 'ValidationError', 'ServiceUnavailable'],
  }),
};
