import { useLingui } from '@lingui/react/macro';
import type { PurchaseResult } from '@portico/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useRef } from 'react';
import { authenticateCardholder } from '../../lib/authenticate-cardholder.ts';
import { announceHoldings, refreshHoldings } from '../../lib/other-tabs.ts';
import { ApiError, describeProblem, isCanceled } from '../../lib/problem.ts';
import { wait } from '../../lib/wait.ts';
import { fetchQuote, type QuoteRequest } from './api/preview-purchase.ts';
import { abandonPurchase, buy, getPurchase, type PurchaseRequest } from './api/purchase.ts';
import { storeCoupon } from './model/coupon-storage.ts';
import type { FlowAction } from './model/flow.ts';
import { settle, settleAbandoned } from './model/settle.ts';

async function ask(productId: string, operationId: string, signal: AbortSignal): Promise<PurchaseResult | null> {
  try {
    return await getPurchase(productId, operationId, signal);
  } catch (error) {
    if (error instanceof ApiError && error.isMissedLook) return null;
    throw error;
  }
}

interface PurchaseCalls {
  /** Buys what a quote said; a second press while one is under way does nothing. */
  pay: (request: PurchaseRequest) => Promise<void>;
  /** Quotes and buys what costs nothing today, in one go (PUR-2: free and trial plans). */
  subscribeDirectly: (request: QuoteRequest) => Promise<void>;
  /** Asks the cardholder again to confirm a purchase that waits for it. */
  authenticateAgain: (operationId: string) => Promise<void>;
  /** Abandons a purchase that waits for its cardholder; then another card may be chosen. */
  abandon: (operationId: string) => Promise<void>;
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
    if (isCanceled(error)) return;
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

  const succeed = (result: PurchaseResult, wasAbandoned = false) => {
    storeCoupon(null);
    dispatch({ type: 'paymentMoved', payment: { phase: 'succeeded', result, ...(wasAbandoned && { wasAbandoned }) } });
    void announceHoldings(queryClient);
  };

  const follow = async (first: PurchaseResult, signal: AbortSignal, isDirect: boolean, paymentMethodId?: string) => {
    const result = await settle(first, {
      authenticate: (clientSecret) => authenticateCardholder(clientSecret, paymentMethodId),
      ask: (operationId) => ask(productId, operationId, signal),
      wait: (milliseconds) => wait(milliseconds, signal),
      onPhase: (phase) => {
        dispatch({ type: 'paymentMoved', payment: { phase } });
        // It goes on without this flow: the pages show it from now on.
        void queryClient.invalidateQueries({ queryKey: ['operations'] });
      },
    });
    if (result.status === 'succeeded') return succeed(result);
    const message = result.error?.message ?? '';
    if (result.status === 'failed') return refuseCard(message, isDirect);
    const { operationId } = result;
    dispatch({ type: 'paymentMoved', payment: { phase: 'unauthenticated', operationId, message, work: null } });
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

  const conclude = async (request: PurchaseRequest, signal: AbortSignal, isDirect: boolean) =>
    follow(await buy(productId, request, signal), signal, isDirect, request.paymentMethodId);

  /** Does something about a purchase that waits: where that fails, it goes on waiting, and the reason is shown. Nothing that is free waits so. */
  const decide = async (
    operationId: string,
    work: 'authenticating' | 'abandoning',
    decision: (signal: AbortSignal) => Promise<void>,
  ) => {
    if (isRunning.current || !flow.current) return;
    isRunning.current = true;
    const waiting = { phase: 'unauthenticated', operationId } as const;
    dispatch({ type: 'paymentMoved', payment: { ...waiting, message: '', work } });
    try {
      await decision(flow.current.signal);
    } catch (error) {
      if (isCanceled(error)) return;
      if (error instanceof ApiError && error.code === 'CardError') return refuseCard(describeProblem(error), false);
      dispatch({ type: 'paymentMoved', payment: { ...waiting, message: describeProblem(error), work: null } });
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
    authenticateAgain: (operationId) =>
      decide(operationId, 'authenticating', async (signal) =>
        follow(await getPurchase(productId, operationId, signal), signal, false),
      ),
    abandon: (operationId) =>
      decide(operationId, 'abandoning', async (signal) => {
        const result = await settleAbandoned(await abandonPurchase(productId, operationId), {
          ask: (id) => ask(productId, id, signal),
          wait: (milliseconds) => wait(milliseconds, signal),
          onPhase: (phase) => dispatch({ type: 'paymentMoved', payment: { phase } }),
        });
        if (result.status === 'succeeded') return succeed(result, true);
        const message = t`You gave this purchase up: nothing was bought or charged. You can choose another card.`;
        dispatch({ type: 'sentBack', notice: { step: 'checkout', reason: 'abandoned', message } });
        void announceHoldings(queryClient);
      }),
  };
}
