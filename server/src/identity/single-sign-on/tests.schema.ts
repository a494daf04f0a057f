import { type SsoTestStepResult, singleSignOn, ssoTestSteps } from '@portico/contract';
import { z } from 'zod';

/** Maximum stored tests per provider (SSO-52). */
export const maxTests = 20;

/** Seconds within which the person must return, as in every flow (SSO-51). */
export const maxReturnSeconds = 10 * 60;

/** As in the contract. */
export type StoredStep = SsoTestStepResult;

/** The steps of a stored test. */
export const storedSteps = singleSignOn.test.response.shape.steps;

/** The person of a stored test, with ids instead of names, which depend on the reader. */
export const storedPerson = z.object({
  kind: z.enum(['existing', 'new', 'refused']),
  email: z.string().nullable(),
  name: z.string(),
  role: z.enum(['user', 'admin', 'readOnly']),
  productIds: z.array(z.string()),
});
export type StoredPerson = z.infer<typeof storedPerson>;

/** The steps of a test before it begins. */
export const createPendingSteps = (): StoredStep[] =>
  ssoTestSteps.map((step) => ({
    step,
    state: 'notReached',
    tookMilliseconds: null,
    failure: null,
    facts: {},
    providerSays: null,
  }));
