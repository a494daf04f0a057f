import type { InvoicePaymentResult } from '@portico/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { authenticateCardholder } from '../../../lib/authenticate-cardholder.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { ApiError, describeProblem, isCanceled } from '../../../lib/problem.ts';
import { wait } from '../../../lib/wait.ts';
import { type CardPayment, payWithCard } from '../api/invoice-payment.ts';
import { followPayment } from './follow-payment.ts';

export type PayState =
  /** `isDeclined`: the card was refused, and nothing was charged. */
  | { readonly phase: 'idle'; readonly error: string | null; readonly isDeclined: boolean }
  | { readonly phase: 'paying' | 'authenticating' | 'pending' }
  /** The cardholder did not confirm; the payment waits for that. */
  | { readonly phase: 'unconfirmed'; readonly message: string; readonly payment: CardPayment }
  | { readonly phase: 'paid'; readonly result: InvoicePaymentResult };

const idle: PayState = { phase: 'idle', error: null, isDeclined: false };

/** Pays an invoice, one press at a time. Closing ends the looking, not the payment. */
export function usePayInvoiceWithCard(invoiceId: string) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<PayState>(idle);
  const isRunning = useRef(false);
  const dialog = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    dialog.current = controller;
    return () => controller.abort();
  }, []);

  async function pay(payment: CardPayment): Promise<void> {
    const signal = dialog.current?.signal;
    if (isRunning.current || !signal) return;
    isRunning.current = true;
    try {
      const end = await followPayment({
        pay: () => look(invoiceId, payment, signal),
        authenticate: (secret) => authenticateCardholder(secret, payment.paymentMethodId),
        wait: (milliseconds) => wait(milliseconds, signal),
        onPhase: (phase) => setState({ phase }),
      });
      if (end.kind === 'paid') setState({ phase: 'paid', result: end.result });
      else setState({ phase: 'unconfirmed', message: end.message, payment });
    } catch (error) {
      if (isCanceled(error)) return;
      const isDeclined = error instanceof ApiError && error.code === 'CardError';
      setState({ phase: 'idle', error: describeProblem(error), isDeclined });
    } finally {
      isRunning.current = false;
      // What was paid changed what the account has; a declined card is told on other pages too.
      void announceHoldings(queryClient);
    }
  }

  return { state, pay, reset: () => setState(idle) };
}

/** How the payment stands; null when nothing could be learned this time. The first call may have paid, so that it is made again. */
async function look(invoiceId: string, payment: CardPayment, signal: AbortSignal) {
  try {
    return await payWithCard(invoiceId, payment, signal);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NoResponse') return null;
    throw error;
  }
}
