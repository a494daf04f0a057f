import { useLingui } from '@lingui/react/macro';
import { type Dispatch, useState } from 'react';
import { ApiError, describeProblem, isCanceled } from '../../../lib/problem.ts';
import type { FlowAction } from '../model/flow.ts';
import type { Due } from '../orderer.ts';
import { fetchQuote, type QuoteRequest } from '../purchase.api.ts';
import { type PurchaseCalls, usePurchase } from '../use-purchase.ts';

/**
 * Where a refused quote can be corrected: the fields of the row, another card, or the flow that asks for an address.
 */
function correctionOf(error: unknown): 'card' | 'address' | 'quantity' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'CardError') return 'card';
  if (error.code !== 'ValidationError') return null;
  const properties = Object.keys(error.problem.propertyErrors ?? {});
  if (properties.some((property) => property.startsWith('shippingDetails'))) return 'address';
  if (properties.some((property) => property.startsWith('paymentMethodId'))) return 'card';
  return properties.some((property) => property.startsWith('items')) ? 'quantity' : null;
}

interface ChangeCalls extends Pick<PurchaseCalls, 'authenticateAgain' | 'abandon'> {
  /**
   * Quotes a change and makes it if the price equals the shown one (CHG-7).
   * @param shownDue the shown amount due today: at another price nothing is bought, and the new price is
   * shown
   */
  make: (request: QuoteRequest, shownDue: Due) => Promise<void>;
  isQuoting: boolean;
}

/** Makes a change of a subscription with a quote and its purchase, like the purchase flow. */
export function useChange(productId: string, dispatch: Dispatch<FlowAction>, onCardRefused: () => void): ChangeCalls {
  const { t } = useLingui();
  const calls = usePurchase(productId, dispatch, onCardRefused);
  const [isQuoting, setIsQuoting] = useState(false);
  const moved = t`The price has changed in the meantime. Please look at it again.`;

  async function quote(request: QuoteRequest) {
    setIsQuoting(true);
    try {
      return await fetchQuote(productId, request);
    } catch (error) {
      if (isCanceled(error)) return null;
      const message = describeProblem(error);
      const reason = correctionOf(error);
      dispatch(
        reason ? { type: 'sentBack', notice: { step: 'customize', reason, message } } : { type: 'failed', message },
      );
      return null;
    } finally {
      setIsQuoting(false);
    }
  }

  async function make(request: QuoteRequest, shownDue: Due) {
    if (isQuoting) return;
    dispatch({ type: 'attempted' });
    const quoted = await quote(request);
    if (!quoted) return;
    if (quoted.subscriptionUpdateInvoiceDetails.amountDue !== shownDue.amount) {
      dispatch({ type: 'quoteRenewed', notice: { step: 'customize', reason: 'price', message: moved } });
      return;
    }
    await calls.pay({ ...request, taxTransactionId: quoted.taxTransactionId, due: shownDue });
  }

  return { make, isQuoting, authenticateAgain: calls.authenticateAgain, abandon: calls.abandon };
}
