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
      setState(await payInvoice(invoiceId, payment, signal, (phase) => setState({ phase })));
    } catch (error) {
      if (!isCanceled(error)) throw error;
    } finally {
      isRunning.current = false;
      // A payment changed the account's holdings; other pages show a declined card too.
      void announceHoldings(queryClient);
    }
  }

  return { state, pay, reset: () => setState(idle) };
}

/**
 * Pays an invoice, and asks the cardholder to confirm if necessary.
 * @returns the final state: paid, unconfirmed, or idle with an error
 * @throws the signal's reason if it is aborted
 */
export async function payInvoice(
  invoiceId: string,
  payment: CardPayment,
  signal: AbortSignal,
  onPhase?: (phase: 'authenticating' | 'pending') => void,
): Promise<PayState> {
  try {
    // Each poll repeats the request; the invoice is paid only once.
    const send = () => payWithCard(invoiceId, payment, signal);
    const { payment: result, refusal } = await followPayment(await send().catch(ignoreLostAnswer), {
      authenticate: (secret) => authenticateCardholder(secret, payment.paymentMethodId),
      look: send,
      wait: (milliseconds) => wait(milliseconds, signal),
      ...(onPhase && { onPhase }),
    });
    if (result.status === 'succeeded') return { phase: 'paid', result };
    return { phase: 'unconfirmed', message: refusal ?? '', payment };
  } catch (error) {
    if (isCanceled(error)) throw error;
    const isDeclined = error instanceof ApiError && error.code === 'CardError';
    return { phase: 'idle', error: describeProblem(error), isDeclined };
  }
}

/** A first call whose answer was lost may have paid. */
function ignoreLostAnswer(error: unknown): null {
  if (error instanceof ApiError && error.code === 'NoResponse') return null;
  throw error;
}
