import type { InvoicePaymentResult } from '@portico/contract';
import { lookDelay } from '../../../lib/wait.ts';

export interface PaymentSteps {
  /** Pays, or tells how that payment stands; null when that could not be learned this time. */
  pay: () => Promise<InvoicePaymentResult | null>;
  /** Lets the cardholder confirm; the provider's message when that failed, null when it did not. */
  authenticate: (clientSecret: string) => Promise<string | null>;
  /** @param milliseconds before the next look */
  wait: (milliseconds: number) => Promise<void>;
  onPhase: (phase: 'paying' | 'authenticating' | 'pending') => void;
}

/** Looks after a confirmed challenge that the provider may still take to see it. */
const looksAfterChallenge = 8;

/** How a payment ended. `unconfirmed`: its cardholder did not confirm it, and it waits; an empty message says no more than that. */
export type PaymentEnd =
  | { readonly kind: 'paid'; readonly result: InvoicePaymentResult }
  | { readonly kind: 'unconfirmed'; readonly message: string };

/** Follows a payment until it ended: the cardholder's confirmation once, then patient looking. The same payment sent again pays once. */
export async function followPayment({ pay, authenticate, wait, onPhase }: PaymentSteps): Promise<PaymentEnd> {
  onPhase('paying');
  let isAsked = false;
  let refusal: string | null = null;
  for (let looks = 0; ; looks++) {
    const result = await pay();
    if (result?.status === 'succeeded') return { kind: 'paid', result };
    if (result?.status === 'requiresAction' && !isAsked && result.clientSecret) {
      onPhase('authenticating');
      isAsked = true;
      refusal = await authenticate(result.clientSecret);
      looks = 0;
      onPhase('pending');
      continue;
    }
    if (result?.status === 'requiresAction' && (refusal !== null || looks > looksAfterChallenge)) {
      return { kind: 'unconfirmed', message: refusal ?? '' };
    }
    onPhase('pending');
    await wait(lookDelay(looks));
  }
}
