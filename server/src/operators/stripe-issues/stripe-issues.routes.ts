import { contract } from '@portico/contract';
import { createRouteBuilder } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { choosePlan, correct, dismiss, type StripeIssuesContext } from './stripe-issues.service.ts';

const { stripeIssues } = contract;

/** Settles cases at Stripe that only the vendor's staff can settle. */
export function stripeIssuesModule(context: StripeIssuesContext): PortalModule {
  const route = createRouteBuilder(context);
  return {
    routes: [
      route(stripeIssues.dismiss, ({ context, params }) => dismiss(context, params.id)),
      route(stripeIssues.correct, ({ context, params }) => correct(context, params.id)),
      route(stripeIssues.choosePlan, ({ context, params, body }) => choosePlan(context, params.id, body.pricePlanId)),
    ],
  };
}
