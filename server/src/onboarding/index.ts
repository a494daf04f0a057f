export { onboardingDomain } from './domain.ts';
export { hasFirstSteps } from './first-steps/first-steps.service.ts';
export { rememberIdentityForSignUp } from './sign-up/identities.ts';
export { describeSignUp } from './sign-up/page.ts';
export { remindToConfirm } from './sign-up/welcome.ts';
