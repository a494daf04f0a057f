import { type SsoTestStepResult, singleSignOn, ssoTestSteps } from '@portico/contract';
import { z } from 'zod';

/** Tests of a provider that are kept (SSO-52). */
export const maxTests = 20;

/** Seconds that the person of a test has to come back, as long as a visit to a provider may take (SSO-51). */
export const maxReturnSeconds = 10 * 60;

/** As the contract has it. */
export type StoredStep = SsoTestStepResult;

/** The steps of a stored test. */
export const storedSteps = singleSignOn.test.response.shape.steps;

/** The person of a stored test, with ids in place of names, which are the reader's. */
export const storedPerson = z.object({
  kind: z.enum(['existing', 'new', 'refused']),
  email: z.string().nullable(),
  name: z.string(),
  role: z.enum(['user', 'admin', 'readOnly']),
  productIds: z.array(z.string()),
});
export type StoredPerson = z.infer<typeof storedPerson>;

/** The steps of a test that has not begun. */
export const createPendingSteps = (): StoredStep[] =>
  ssoTestSteps.map((step) => ({
    step,
    state: 'notReached',
    tookMilliseconds: null,
    failure: null,
    facts: {},
    providerSays: null,
  }));
