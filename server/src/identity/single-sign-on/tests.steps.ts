import { type SsoFailure, type SsoTestStep, ssoTestSteps } from '@portico/contract';
import { diagnose, isProviderError } from './diagnosis.ts';
import { type Diagnosis, type Facts, plainLine } from './failures.ts';
import type { StoredStep } from './tests.schema.ts';

/** A running test: its steps, and secrets that must not appear in the provider's words. */
export interface TestRun {
  readonly steps: StoredStep[];
  readonly secrets: readonly string[];
  /** Stores the start of a step, for users who watch the test. */
  readonly store?: () => Promise<void>;
}

/** A step failed and ends the test. The step contains the reason. */
export class TestStopped extends Error {
  override name = 'TestStopped';
}

/**
 * Runs a step, and records its duration, facts and failure (SSO-50).
 * @param work adds to the given facts
 * @param spent earlier milliseconds of the step
 * @throws TestStopped if the provider is the reason; otherwise whatever `work` throws
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

/** Makes facts storable, because a provider's claims can contain anything. */
function storableFacts(facts: Facts): StoredStep['facts'] {
  const plain = (value: Facts[string]) =>
    typeof value === 'string' ? plainLine(value) : Array.isArray(value) ? value.map(plainLine) : value;
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plain(value)]));
}

/** Marks a step as waiting for the person in the window. */
export function waitForPerson({ steps }: TestRun, name: SsoTestStep, providerSays: StoredStep['providerSays']): void {
  updateStep(steps, ssoTestSteps.indexOf(name), { state: 'waiting', providerSays });
}

/** Failures of a received ID token; the sign-in step before it passed. */
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

/** The step that failed after the person returned. Entra ID reports a wrong tenant in words before there is a token. */
export function failedReturnStep({ failure, providerSays }: Diagnosis): 'signIn' | 'claims' {
  return claimsFailures.includes(failure) && providerSays === null ? 'claims' : 'signIn';
}
