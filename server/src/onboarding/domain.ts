import type { PortalModule } from '../core/portal-module.ts';
import { firstStepsModule } from './first-steps/first-steps.routes.ts';
import type { FirstStepsContext } from './first-steps/first-steps.service.ts';
import type { SignUpRoutesContext } from './sign-up/sign-up.context.ts';
import { signUpModule } from './sign-up/sign-up.routes.ts';

/** Becoming a customer, and the first steps of one. */
export function onboardingDomain(context: FirstStepsContext & SignUpRoutesContext): readonly PortalModule[] {
  return [signUpModule(context), firstStepsModule(context)];
}
