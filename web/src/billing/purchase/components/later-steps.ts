/** The steps after the first one share a chunk. */
export { AddonsStep } from './addons-step.tsx';
export { CheckoutStep } from './checkout-step.tsx';
export { ConfirmationStep } from './confirmation-step.tsx';
export { Overtaken, Progress, Refused, Unauthenticated } from './outcome.tsx';
export { Success } from './success.tsx';
