import { type SsoFailure, type SsoTestStep, ssoTestSteps } from '@portico/contract';
import { diagnose, isProviderError } from './diagnosis.ts';
import { type Diagnosis, type Facts, plainLine } from './failures.ts';
import type { StoredStep } from './tests.schema.ts';

/** A test under way: its steps, and what no provider's words may contain. */
export interface TestRun {
  readonly steps: StoredStep[];
  readonly secrets: readonly string[];
  /** Stores that a step begins, for who looks at the test meanwhile. */
  readonly store?: () => Promise<void>;
}

/** A step failed: the test ends. The step says why. */
export class TestStopped extends Error {
  override name = 'TestStopped';
}

/**
 * Takes a step, and notes how long it took, its facts, and why it failed (SSO-50).
 * @param work adds to the facts that it is given. @param spent milliseconds that it took before. @throws TestStopped where the provider is the reason; whatever else `work` throws
 */
export async function runTestStep<Result>(
  { steps, secrets, store }: TestRun,
  name: SsoTestStep,
  work: (note: (facts: Facts) => void) => Promise<Result>,
  spent = 0,
): Promise<Result> {
  const index = ssoTestSteps.indexOf(name);
  updateStep(steps, index, { state: 'running' });
  await store?.();
  const begun = performance.now();
  const before = spent + (steps[index]?.tookMilliseconds ?? 0);
  const facts: Record<string, Facts[string]> = { ...steps[index]?.facts };
  const took = () => before + Math.round(performance.now() - begun);
  try {
    const result = await work((noted) => void Object.assign(facts, noted));
    updateStep(steps, index, { state: 'passed', tookMilliseconds: took(), facts, providerSays: null });
    return result;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const { failure, providerSays, facts: found } = diagnose(error, secrets);
    updateStep(steps, index, {
      state: 'failed',
      tookMilliseconds: took(),
      facts: { ...facts, ...found },
      failure,
      providerSays,
    });
    throw new TestStopped();
  }
}

function updateStep(steps: StoredStep[], index: number, change: Partial<StoredStep>): void {
  const step = steps[index];
  if (step) steps[index] = { ...step, ...change, ...(change.facts && { facts: storableFacts(change.facts) }) };
}

/** Facts as they can be stored: a provider may put anything into its claims. */
function storableFacts(facts: Facts): StoredStep['facts'] {
  const plain = (value: Facts[string]) =>
    typeof value === 'string' ? plainLine(value) : Array.isArray(value) ? value.map(plainLine) : value;
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plain(value)]));
}

/** Lets a step that was taken wait for the person in the window. */
export function waitForPerson({ steps }: TestRun, name: SsoTestStep, providerSays: StoredStep['providerSays']): void {
  updateStep(steps, ssoTestSteps.indexOf(name), { state: 'waiting', providerSays });
}

/** What an ID token is refused for: it came, so that the sign-in before it went well. */
const claimsFailures: readonly SsoFailure[] = [
  'signatureWrong',
  'algorithmNotAllowed',
  'audienceWrong',
  'issuerWrong',
  'tenantWrong',
  'nonceWrong',
  'tokenExpired',
  'clockDiffers',
];

/** The step in which a visit failed whose person is back. Entra ID tells of a wrong tenant in words before there is a token. */
export function failedReturnStep({ failure, providerSays }: Diagnosis): 'signIn' | 'claims' {
  return claimsFailures.includes(failure) && providerSays === null ? 'claims' : 'signIn';
}
