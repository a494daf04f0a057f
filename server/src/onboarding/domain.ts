import type { PortalModule } from '../core/portal-module.ts';
import { firstStepsModule } from './first-steps/first-steps.routes.ts';
import type { FirstStepsContext } from './first-steps/first-steps.service.ts';
import type { SignUpRoutesContext } from './sign-up/sign-up.context.ts';
import { signUpModule } from './sign-up/sign-up.routes.ts';

/** Registration of new customers, and their first steps. */
export function onboardingDomain(context: FirstStepsContext & SignUpRoutesContext): readonly PortalModule[] {
  return [signUpModule(context), firstStepsModule(context)];
}
