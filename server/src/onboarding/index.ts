export { onboardingDomain } from './domain.ts';
export { hasFirstSteps } from './first-steps/first-steps.service.ts';
export { rememberIdentityForSignUp } from './sign-up/identities.ts';
export { recordConfirmation } from './sign-up/outcomes.ts';
export { describeSignUp } from './sign-up/page.ts';
export { isSignUpBrowser } from './sign-up/registrations.queries.ts';
export { remindToConfirm } from './sign-up/welcome.ts';
