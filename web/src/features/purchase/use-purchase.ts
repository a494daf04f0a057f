import { useLingui } from '@lingui/react/macro';
import type { PurchaseResult } from '@portico/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useRef } from 'react';
import { challengeHolder } from '../../lib/card-challenge.ts';
import { announceHoldings, refreshHoldings } from '../../lib/other-tabs.ts';
import { ApiError, describeProblem, isCancelled } from '../../lib/problem.ts';
import { fetchQuote, type QuoteRequest } from './api/preview-purchase.ts';
import { buy, getPurchase, type PurchaseRequest } from './api/purchase.ts';
import { storeCoupon } from './model/coupon-storage.ts';
import type { FlowAction } from './model/flow.ts';
import { settle } from './model/settle.ts';

/** Waits, and rejects with the browser's AbortError when the flow is left meanwhile. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new DOMException('the flow was left', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', leave, { once: true });
  });
}

async function ask(productId: string, operationId: string, signal: AbortSignal): Promise<PurchaseResult | null> {
  try {
    return await getPurchase(productId, operationId, signal);
  } catch (error) {
    if (error instanceof ApiError && error.isTemporary) return null;
    throw error;
  }
}

interface PurchaseCalls {
  /** Buys what a quote said; a second press while one is under way does nothing. */
  pay: (request: PurchaseRequest) => Promise<void>;
  /** Quotes and buys what costs nothing today, in one go (spec 1 §4: free and trial plans). */
  subscribeDirectly: (request: QuoteRequest) => Promise<void>;
}

/** What of the flow talks to the server once money is meant; its outcomes are dispatched. Leaving the flow ends the asking, not the purchase. */
export function usePurchase(
  productId: string,
  dispatch: Dispatch<FlowAction>,
  onCardRefused: () => void,
): PurchaseCalls {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const isRunning = useRef(false);
  const flow = useRef<AbortController>(null);

  useEffect(() => {
    const controller = new AbortController();
    flow.current = controller;
    return () => controller.abort();
  }, []);

  const refuseCard = (message: string, isDirect: boolean) => {
    const words = message || t`Your bank did not confirm the payment. Please try again or use another card.`;
    if (isDirect) return dispatch({ type: 'failed', message: words });
    dispatch({ type: 'sentBack', notice: { step: 'checkout', reason: 'card', message: words } });
    onCardRefused();
  };

  /** @param isDirect the flow is at its first step, where there is no quote to renew */
  const fail = (error: unknown, isDirect: boolean) => {
    if (isCancelled(error)) return;
    const message = describeProblem(error);
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'CardError') return refuseCard(message, isDirect);
    // A refusal may be because what is shown here is outdated.
    if (code !== null) void refreshHoldings(queryClient);
    if (code === 'PurchaseUnderWay' || code === 'ChangeUnderWay') {
      dispatch({ type: 'paymentMoved', payment: { phase: 'refused' } });
    } else if (code === 'InvalidCoupon') {
      storeCoupon(null);
      dispatch({ type: 'paymentMoved', payment: { phase: 'idle' } });
      dispatch({ type: 'couponRefused', message });
    } else if (code === 'PriceChanged' && !isDirect) {
      dispatch({ type: 'quoteRenewed', notice: { step: 'confirmation', reason: 'price', message } });
    } else {
      // The same quote may be bought again: the server makes one purchase of it, however often it is asked.
      dispatch({ type: 'failed', message });
    }
  };

  const conclude = async (request: PurchaseRequest, signal: AbortSignal, isDirect: boolean) => {
    const result = await settle(await buy(productId, request, signal), {
      authenticate: (clientSecret) => challengeHolder(clientSecret, request.paymentMethodId),
      ask: (operationId) => ask(productId, operationId, signal),
      wait: (milliseconds) => wait(milliseconds, signal),
      onPhase: (phase) => {
        dispatch({ type: 'paymentMoved', payment: { phase } });
        // It goes on without this flow: the pages show it from now on.
        void queryClient.invalidateQueries({ queryKey: ['operations'] });
      },
    });
    if (result.status !== 'succeeded') return refuseCard(result.error?.message ?? '', isDirect);
    storeCoupon(null);
    dispatch({ type: 'paymentMoved', payment: { phase: 'succeeded', result } });
    announceHoldings(queryClient);
  };

  const run = async (isDirect: boolean, work: (signal: AbortSignal) => Promise<void>) => {
    if (isRunning.current || !flow.current) return;
    isRunning.current = true;
    dispatch({ type: 'paymentMoved', payment: { phase: 'buying' } });
    try {
      await work(flow.current.signal);
    } catch (error) {
      fail(error, isDirect);
    } finally {
      isRunning.current = false;
    }
  };

  return {
    pay: (request) => run(false, (signal) => conclude(request, signal, false)),
    subscribeDirectly: (request) =>
      run(true, async (signal) => {
        const quote = await fetchQuote(productId, request, signal);
        if (quote.subscriptionUpdateInvoiceDetails.amountDue > 0) dispatch({ type: 'paymentNeeded' });
        else await conclude({ ...request, taxTransactionId: quote.taxTransactionId }, signal, true);
      }),
  };
}
