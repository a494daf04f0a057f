import type { OperationStatus } from '@portico/contract';
import { unlessMissed } from './problem.ts';
import { lookDelay } from './wait.ts';

/** A purchase, an invoice's payment or a registration, as the server described it last. */
interface Payment {
  readonly status: OperationStatus;
  readonly clientSecret: string | null;
}

export interface FollowSteps<Followed extends Payment> {
  /**
   * Lets the cardholder confirm. Returns the provider's message if that failed, otherwise null. Left out for a payment that is being abandoned, whose
   * cardholder must not be asked any more.
   */
  readonly authenticate?: (clientSecret: string) => Promise<string | null>;
  /** Asks the server how the payment stands now; null if no answer came. */
  readonly look: () => Promise<Followed | null>;
  /** @param milliseconds before the next look */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Called when another phase begins, not at each look. */
  readonly onPhase?: (phase: 'authenticating' | 'pending') => void;
}

/** Looks after a confirmed challenge that the provider may still take to see it. */
const looksAfterChallenge = 8;

/**
 * Follows a payment until it succeeded or failed. The cardholder is asked once; a look that brought no answer is repeated. The server is believed over the
 * browser: a payment that went through counts, whatever the bank's dialog said.
 * @param first null if it is unknown how the payment stands
 * @returns `requiresAction` if the cardholder did not confirm and the payment still waits; `refusal` is the provider's message then, if there is one
 */
export async function followPayment<Followed extends Payment>(
  first: Followed | null,
  { authenticate, look, wait, onPhase = () => {} }: FollowSteps<Followed>,
): Promise<{ payment: Followed; refusal: string | null }> {
  let payment = first;
  let refusal: string | null = null;
  let isAsked = false;
  let phase = '';
  const enter = (next: 'authenticating' | 'pending') => {
    if (next !== phase) onPhase(next);
    phase = next;
  };
  for (let attempt = 0; ; attempt++) {
    if (payment?.status === 'succeeded' || payment?.status === 'failed') return { payment, refusal };
    if (authenticate && payment?.status === 'requiresAction' && !isAsked && payment.clientSecret) {
      enter('authenticating');
      isAsked = true;
      refusal = await authenticate(payment.clientSecret);
      attempt = 0;
    } else {
      const isOver = refusal !== null || attempt > looksAfterChallenge;
      if (authenticate && payment?.status === 'requiresAction' && isOver) return { payment, refusal };
      enter('pending');
      await wait(lookDelay(attempt));
    }
    payment = (await unlessMissed(look())) ?? payment;
  }
}
