import type { InvoicePaymentResult } from '@portico/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { authenticateCardholder } from '../../../lib/authenticate-cardholder.ts';
import { followPayment } from '../../../lib/follow-payment.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { ApiError, describeProblem, isCanceled } from '../../../lib/problem.ts';
import { wait } from '../../../lib/wait.ts';
import { type CardPayment, payWithCard } from '../invoices.api.ts';

export type PayState =
  /** `isDeclined`: the card was declined, and nothing was charged. */
  | { readonly phase: 'idle'; readonly error: string | null; readonly isDeclined: boolean }
  | { readonly phase: 'paying' | 'authenticating' | 'pending' }
  /** The cardholder did not confirm; the payment waits. */
  | { readonly phase: 'unconfirmed'; readonly message: string; readonly payment: CardPayment }
  | { readonly phase: 'paid'; readonly result: InvoicePaymentResult };

const idle: PayState = { phase: 'idle', error: null, isDeclined: false };

/** Pays an invoice, one press at a time. Closing the dialog ends the polling, not the payment. */
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
      setState({ phase: 'paying' });
      // Sending the same payment again pays once, so each poll sends it again.
      const send = () => payWithCard(invoiceId, payment, signal);
      const { payment: result, refusal } = await followPayment(await send().catch(ignoreLostAnswer), {
        authenticate: (secret) => authenticateCardholder(secret, payment.paymentMethodId),
        look: send,
        wait: (milliseconds) => wait(milliseconds, signal),
        onPhase: (phase) => setState({ phase }),
      });
      if (result.status === 'succeeded') setState({ phase: 'paid', result });
      else setState({ phase: 'unconfirmed', message: refusal ?? '', payment });
    } catch (error) {
      if (isCanceled(error)) return;
      const isDeclined = error instanceof ApiError && error.code === 'CardError';
      setState({ phase: 'idle', error: describeProblem(error), isDeclined });
    } finally {
      isRunning.current = false;
      // A payment changed the account's holdings; other pages show a declined card too.
      void announceHoldings(queryClient);
    }
  }

  return { state, pay, reset: () => setState(idle) };
}

/** A first call whose answer was lost may have paid. */
function ignoreLostAnswer(error: unknown): null {
  if (error instanceof ApiError && error.code === 'NoResponse') return null;
  throw error;
}
