import type { PurchaseResult } from '@portico/contract';
import { lookDelay } from '../../../lib/wait.ts';

export interface SettleSteps {
  /** Lets the cardholder confirm; the provider's message when that failed, null when it did not. */
  authenticate: (clientSecret: string) => Promise<string | null>;
  /** How the purchase stands now; null when that could not be learned this time. */
  ask: (operationId: string) => Promise<PurchaseResult | null>;
  /** @param milliseconds before the next look */
  wait: (milliseconds: number) => Promise<void>;
  /** Called when another phase begins, not at each look. */
  onPhase: (phase: 'authenticating' | 'pending') => void;
}

/** Tells of a phase when it begins. */
function eachOnce<Phase>(tell: (phase: Phase) => void): (phase: Phase) => void {
  let current: Phase | undefined;
  return (phase) => {
    if (phase !== current) tell(phase);
    current = phase;
  };
}

/** Looks after a confirmed challenge that the provider may still take to see it. */
const looksAfterChallenge = 8;

/** A purchase whose cardholder did not confirm: it goes on waiting for that. */
function unauthenticated(result: PurchaseResult, message: string): PurchaseResult {
  return { ...result, error: { code: 'CardError', message } };
}

/**
 * Follows a purchase until it has succeeded or failed: the cardholder's confirmation once, then patient asking. Never begins a second purchase.
 * @returns `requiresAction` where the cardholder did not confirm and it still waits; an empty message of `error` then says no more than that
 */
export async function settle(first: PurchaseResult, steps: SettleSteps): Promise<PurchaseResult> {
  const enter = eachOnce(steps.onPhase);
  let result = first;
  let isAsked = false;
  let refusal: string | null = null;
  for (let attempt = 0; ; attempt++) {
    if (result.status === 'succeeded' || result.status === 'failed') return result;
    if (result.status === 'requiresAction' && !isAsked && result.clientSecret) {
      enter('authenticating');
      isAsked = true;
      refusal = await steps.authenticate(result.clientSecret);
      attempt = 0;
    } else {
      if (result.status === 'requiresAction' && (refusal !== null || attempt > looksAfterChallenge)) {
        return unauthenticated(result, refusal ?? '');
      }
      enter('pending');
      await steps.wait(lookDelay(attempt));
    }
    result = (await steps.ask(result.operationId)) ?? result;
  }
}

/** Follows a purchase that was abandoned until the provider has answered: it failed, or the payment succeeded first. */
export async function settleAbandoned(
  first: PurchaseResult,
  { ask, wait, onPhase }: Pick<SettleSteps, 'ask' | 'wait'> & { onPhase: (phase: 'abandoning') => void },
): Promise<PurchaseResult> {
  const enter = eachOnce(onPhase);
  let result = first;
  for (let attempt = 0; result.status !== 'succeeded' && result.status !== 'failed'; attempt++) {
    enter('abandoning');
    await wait(lookDelay(attempt));
    result = (await ask(result.operationId)) ?? result;
  }
  return result;
}
