import { useLingui } from '@lingui/react/macro';
import type { PurchaseResult } from '@portico/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useRef } from 'react';
import { api } from '../../lib/api.ts';
import { authenticateCardholder } from '../../lib/authenticate-cardholder.ts';
import { followPayment } from '../../lib/follow-payment.ts';
import { announceHoldings, refreshHoldings } from '../../lib/other-tabs.ts';
import { ApiError, describeProblem, isCanceled } from '../../lib/problem.ts';
import { wait } from '../../lib/wait.ts';
import { storeCoupon } from './model/coupon-storage.ts';
import type { FlowAction } from './model/flow.ts';
import { askForOrderer, type Due } from './orderer.ts';
import { fetchQuote, type QuoteRequest } from './purchase.api.ts';

export interface PurchaseCalls {
  /** Buys what a quote contains; a second press during a purchase does nothing. */
  pay: (request: Omit<PurchaseRequest, 'orderedBy'> & { due: Due }) => Promise<void>;
  /** Quotes and immediately buys a selection that costs nothing today (PUR-2: free and trial plans). */
  subscribeDirectly: (request: QuoteRequest) => Promise<void>;
  /** Asks the cardholder again to authenticate a waiting purchase. */
  authenticateAgain: (operationId: string) => Promise<void>;
  /** Abandons a waiting purchase, so that another card can be chosen. */
  abandon: (operationId: string) => Promise<void>;
}

/** The calls of a purchase, whose outcomes are dispatched. Leaving the flow ends the polling, not the purchase. */
export function usePurchase(
  productId: string,
  dispatch: Dispatch<FlowAction>,
  onCardRefused: () => void,
): PurchaseCalls {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const oneAtATime = useOneAtATime();
  const text = {
    cardRefused: t`Your bank did not confirm the payment. Please try again or use another card.`,
    abandoned: t`You gave up this purchase: nothing was bought or charged. You can choose another card.`,
  };
  const context: PurchaseContext = { productId, dispatch, queryClient, onCardRefused, text };
  return {
    pay: ({ due, ...request }) =>
      oneAtATime(async (signal) => {
        const orderedBy = await askForOrderer(due);
        if (orderedBy === null) return;
        await attempt(context, false, () =>
          buyAndFollow(context, { ...request, orderedBy }, { signal, isDirect: false }),
        );
      }),
    subscribeDirectly: (request) =>
      oneAtATime(async (signal) => {
        const orderedBy = await askForOrderer(null);
        if (orderedBy === null) return;
        await attempt(context, true, () => quoteAndBuy(context, request, orderedBy, signal));
      }),
    authenticateAgain: (operationId) =>
      oneAtATime((signal) =>
        decide(context, operationId, 'authenticating', async () =>
          follow(context, await getPurchase(productId, operationId, signal), { signal, isDirect: false }),
        ),
      ),
    abandon: (operationId) =>
      oneAtATime((signal) =>
        decide(context, operationId, 'abandoning', () => abandonAndFollow(context, operationId, signal)),
      ),
  };
}

interface PurchaseContext {
  productId: string;
  dispatch: Dispatch<FlowAction>;
  queryClient: QueryClient;
  onCardRefused: () => void;
  text: { cardRefused: string; abandoned: string };
}

interface Following {
  /** Aborted when the flow is left. */
  signal: AbortSignal;
  /** Whether the flow is at its first step, which has no quote to renew. */
  isDirect: boolean;
  paymentMethodId?: string | undefined;
}

/** Runs one action at a time: a call during another one does nothing. Leaving the flow aborts the action's signal. */
function useOneAtATime() {
  const isRunning = useRef(false);
  const flow = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    flow.current = controller;
    return () => controller.abort();
  }, []);
  return async (work: (signal: AbortSignal) => Promise<void>) => {
    if (isRunning.current || !flow.current) return;
    isRunning.current = true;
    try {
      await work(flow.current.signal);
    } finally {
      isRunning.current = false;
    }
  };
}

async function attempt(context: PurchaseContext, isDirect: boolean, work: () => Promise<void>): Promise<void> {
  context.dispatch({ type: 'paymentMoved', payment: { phase: 'buying' } });
  try {
    await work();
  } catch (error) {
    showFailure(context, error, isDirect);
  }
}

/** Confirms or abandons a waiting purchase. If that fails, the purchase continues to wait, and the reason is shown. */
async function decide(
  context: PurchaseContext,
  operationId: string,
  work: 'authenticating' | 'abandoning',
  decision: () => Promise<void>,
): Promise<void> {
  const { dispatch } = context;
  const waiting = { phase: 'unauthenticated', operationId } as const;
  dispatch({ type: 'paymentMoved', payment: { ...waiting, message: '', work } });
  try {
    await decision();
  } catch (error) {
    if (isCanceled(error)) return;
    // A free plan never waits for a cardholder.
    if (error instanceof ApiError && error.code === 'CardError') refuseCard(context, describeProblem(error), false);
    else dispatch({ type: 'paymentMoved', payment: { ...waiting, message: describeProblem(error), work: null } });
  }
}

async function buyAndFollow(context: PurchaseContext, request: PurchaseRequest, following: Following): Promise<void> {
  const first = await buy(context.productId, request, following.signal);
  await follow(context, first, { ...following, paymentMethodId: request.paymentMethodId });
}

async function quoteAndBuy(
  context: PurchaseContext,
  request: QuoteRequest,
  orderedBy: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const quote = await fetchQuote(context.productId, request, signal);
  if (quote.subscriptionUpdateInvoiceDetails.amountDue > 0) return context.dispatch({ type: 'paymentNeeded' });
  const { taxTransactionId } = quote;
  await buyAndFollow(context, { ...request, taxTransactionId, orderedBy }, { signal, isDirect: true });
}

/** Follows a purchase until it succeeds, fails, or its cardholder does not authenticate it, and shows the outcome. */
async function follow(context: PurchaseContext, first: PurchaseResult, following: Following): Promise<void> {
  const { productId, dispatch, queryClient } = context;
  const { signal, isDirect, paymentMethodId } = following;
  const { operationId } = first;
  const { payment: result, refusal } = await followPayment(first, {
    authenticate: (clientSecret) => authenticateCardholder(clientSecret, paymentMethodId),
    look: () => getPurchase(productId, operationId, signal),
    wait: (milliseconds) => wait(milliseconds, signal),
    onPhase: (phase) => {
      dispatch({ type: 'paymentMoved', payment: { phase } });
      // The purchase continues without this flow, and the pages show it from now on.
      void queryClient.invalidateQueries({ queryKey: ['operations'] });
    },
  });
  if (result.status === 'succeeded') return showSuccess(context, result);
  if (result.status === 'failed') return refuseCard(context, result.error?.message ?? '', isDirect);
  const message = refusal ?? '';
  dispatch({ type: 'paymentMoved', payment: { phase: 'unauthenticated', operationId, message, work: null } });
}

async function abandonAndFollow(context: PurchaseContext, operationId: string, signal: AbortSignal): Promise<void> {
  const { productId, dispatch, queryClient, text } = context;
  const { payment: result } = await followPayment(await abandonPurchase(productId, operationId), {
    look: () => getPurchase(productId, operationId, signal),
    wait: (milliseconds) => wait(milliseconds, signal),
    onPhase: () => dispatch({ type: 'paymentMoved', payment: { phase: 'abandoning' } }),
  });
  if (result.status === 'succeeded') return showSuccess(context, result, true);
  dispatch({ type: 'sentBack', notice: { step: 'checkout', reason: 'abandoned', message: text.abandoned } });
  void announceHoldings(queryClient);
}

function showSuccess({ dispatch, queryClient }: PurchaseContext, result: PurchaseResult, wasAbandoned = false): void {
  storeCoupon(null);
  dispatch({ type: 'paymentMoved', payment: { phase: 'succeeded', result, ...(wasAbandoned && { wasAbandoned }) } });
  void announceHoldings(queryClient);
}

function refuseCard({ dispatch, onCardRefused, text }: PurchaseContext, refusal: string, isDirect: boolean): void {
  const message = refusal || text.cardRefused;
  if (isDirect) dispatch({ type: 'failed', message });
  else {
    dispatch({ type: 'sentBack', notice: { step: 'checkout', reason: 'card', message } });
    onCardRefused();
  }
}

/** Shows why nothing was bought, at the step at which the user can correct it. */
function showFailure(context: PurchaseContext, error: unknown, isDirect: boolean): void {
  if (isCanceled(error)) return;
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'CardError') refuseCard(context, describeProblem(error), isDirect);
  else showRefusal(context, code, describeProblem(error), isDirect);
}

function showRefusal(
  { dispatch, queryClient }: PurchaseContext,
  code: ApiError['code'] | null,
  message: string,
  isDirect: boolean,
): void {
  // The data shown here may be outdated, which may have caused the refusal.
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
    // The user may buy the same quote again: the server makes only one purchase of it.
    dispatch({ type: 'failed', message });
  }
}

interface PurchaseRequest extends QuoteRequest {
  taxTransactionId: string;
  orderedBy?: string | undefined;
}

/**
 * Buys what a quote contains. Repeating the call buys once.
 * @throws ApiError: CardError, PriceChanged, NotForSale, InvalidCoupon; PurchaseUnderWay and ChangeUnderWay while
 * another operation of the account is pending, in which case nothing was bought
 */
function buy(productId: string, body: PurchaseRequest, signal: AbortSignal): Promise<PurchaseResult> {
  return api('POST /api/Products/{id}/Purchase', { params: { id: productId }, body, signal });
}

/** The state of a purchase. @throws ApiError: CardError */
function getPurchase(productId: string, operationId: string, signal: AbortSignal): Promise<PurchaseResult> {
  return api('GET /api/Products/{id}/Purchase/{operationId}', { params: { id: productId, operationId }, signal });
}

/**
 * Abandons a waiting purchase, even if the user leaves the flow.
 * @returns the payment's state; `pending` if the provider has not answered yet
 */
function abandonPurchase(productId: string, operationId: string): Promise<PurchaseResult> {
  return api('DELETE /api/Products/{id}/Purchase/{operationId}', { params: { id: productId, operationId } });
}
