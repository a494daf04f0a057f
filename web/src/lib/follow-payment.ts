import type { OperationStatus } from '@portico/contract';
import { unlessMissed } from './problem.ts';
import { pollDelay } from './wait.ts';

/** A purchase, an invoice's payment or a registration, as the server last described it. */
interface Payment {
  readonly status: OperationStatus;
  readonly clientSecret: string | null;
}

export interface FollowSteps<Followed extends Payment> {
  /**
   * Asks the cardholder to confirm. Returns the provider's message if that failed, otherwise null. Omitted for a
   * payment that is being abandoned.
   */
  readonly authenticate?: (clientSecret: string) => Promise<string | null>;
  /** Returns the current state from the server; null if no answer came. */
  readonly look: () => Promise<Followed | null>;
  /** @param milliseconds before the next poll */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Called when the phase changes, not at each poll. */
  readonly onPhase?: (phase: 'authenticating' | 'pending') => void;
}

/** The maximum number of polls after the cardholder has confirmed, because the provider may need a moment to notice. */
const looksAfterChallenge = 8;

/**
 * Follows a payment until it succeeds or fails. The cardholder is asked once, and unanswered polls are repeated
 * (WEB-11). The server's answer decides, not the bank's dialog.
 * @param first null if the payment's state is unknown
 * @returns `requiresAction` if the cardholder did not confirm and the payment still waits; `refusal` is then the
 * provider's message, or null
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
      await wait(pollDelay(attempt));
    }
    payment = (await unlessMissed(look())) ?? payment;
  }
}
