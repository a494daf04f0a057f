import type { PurchaseResult } from '@portico/contract';

export interface SettleSteps {
  /** Lets the card's holder confirm; the provider's message when that failed, null when it did not. */
  authenticate: (clientSecret: string) => Promise<string | null>;
  /** How the purchase stands now; null when that could not be learnt this time. */
  ask: (operationId: string) => Promise<PurchaseResult | null>;
  /** @param milliseconds before the next look */
  wait: (milliseconds: number) => Promise<void>;
  onPhase: (phase: 'authenticating' | 'pending') => void;
}

/** Milliseconds between two looks at a purchase: soon at first, then calmer. */
export function pollDelay(attempt: number): number {
  return Math.min(1000 + attempt * 500, 5000);
}

/** Looks after a confirmed challenge that the provider may still take to see it. */
const looksAfterChallenge = 8;

/** A purchase whose holder did not confirm: nothing was bought, another card may be tried. */
function unconfirmed(result: PurchaseResult, message: string | null): PurchaseResult {
  return { ...result, status: 'failed', error: { code: 'CardError', message: message ?? '' } };
}

/**
 * Follows a purchase until it has succeeded or failed: the holder's confirmation once, then patient asking. Never begins a second purchase.
 * An empty message of `error` means that the holder did not confirm.
 */
export async function settle(first: PurchaseResult, steps: SettleSteps): Promise<PurchaseResult> {
  let result = first;
  let challenge: { message: string | null } | null = null;
  for (let attempt = 0; ; attempt++) {
    if (result.status === 'succeeded' || result.status === 'failed') return result;
    if (result.status === 'requiresAction' && !challenge && result.clientSecret) {
      steps.onPhase('authenticating');
      challenge = { message: await steps.authenticate(result.clientSecret) };
      attempt = 0;
    } else {
      if (result.status === 'requiresAction' && (challenge?.message || attempt > looksAfterChallenge)) {
        return unconfirmed(result, challenge?.message ?? null);
      }
      steps.onPhase('pending');
      await steps.wait(pollDelay(attempt));
    }
    result = (await steps.ask(result.operationId)) ?? result;
  }
}
