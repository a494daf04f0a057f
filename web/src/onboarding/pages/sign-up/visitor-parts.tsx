import { Trans } from '@lingui/react/macro';
import { type Dispatch, type ReactNode, useEffect, useRef, useState } from 'react';
import { CardNumber } from '../../../billing/cards/components/card-face.tsx';
import { VisitorCard, warmUpVisitorCard } from '../../../billing/cards/components/visitor-card.tsx';
import type { FlowParts } from '../../../billing/purchase/components/flow-context.ts';
import type { FlowAction } from '../../../billing/purchase/model/flow.ts';
import type { PurchaseCalls } from '../../../billing/purchase/use-purchase.ts';
import type { StepAddress } from '../../../billing/purchase/use-steps.ts';
import { beginCard } from '../../sign-up/api/sign-up-calls.ts';
import { useSubmissionContext } from '../../sign-up/components/submission-context.ts';
import { formatAddress, type PurchaseStep } from '../../sign-up/model/addresses.ts';
import { showAddress, stepBefore, usePlace } from '../../sign-up/place.ts';
import { solveOrReport } from '../../sign-up/solve-captcha.ts';
import { type Visitor, visitorCalls } from './visitor-calls.ts';

/** Registers with the choices by posting the form, which leaves the page. */
function useVisitorBuying(dispatch: Dispatch<FlowAction>): PurchaseCalls {
  const { submit, error, isSending } = useSubmissionContext();
  const wasSending = useRef(false);
  useEffect(() => {
    if (isSending) dispatch({ type: 'paymentMoved', payment: { phase: 'buying' } });
    else if (error) dispatch({ type: 'failed', message: error });
    else if (wasSending.current) dispatch({ type: 'paymentMoved', payment: { phase: 'idle' } });
    wasSending.current = isSending;
  }, [isSending, error, dispatch]);
  // The page after the post handles a payment that waits for its cardholder.
  const never = () => Promise.resolve();
  return { pay: submit, subscribeDirectly: submit, authenticateAgain: never, abandon: never };
}

/** The parts of a purchase that creates the account. */
export function useVisitorParts(visitor: Visitor, blockedNote: ReactNode): FlowParts {
  const [calls] = useState(() => visitorCalls(visitor));
  const { captcha, details } = visitor;
  const begin = async () => beginCard(details.email.trim(), await solveOrReport(captcha));
  return {
    renderCardPicker: ({ ref, preferred, ...props }) => (
      <VisitorCard ref={ref} confirmed={preferred} beginCard={begin} {...props} />
    ),
    renderCardName: (id) => {
      const card = calls.cards.get(id);
      return card ? <CardNumber {...card} isNamed /> : <Trans>The card that you entered</Trans>;
    },
    onCardRefused: () => {},
    warmUpCards: warmUpVisitorCard,
    signUp: { calls, useBuying: useVisitorBuying, blockedNote },
  };
}

/**
 * The addresses of the purchase's steps below the sign-up.
 * @param begin the step at which the purchase starts when the visitor comes from another step
 */
export function useVisitorAddress(begin: PurchaseStep | null): StepAddress {
  const place = usePlace();
  const step = (place.step === 'purchase' ? place.purchaseStep : begin) ?? undefined;
  return {
    base: '/',
    step,
    onShown: () => () => {},
    show(next, { replace, isBack }) {
      // The wizard has not reached the purchase yet.
      if (place.step !== 'purchase') return;
      if (isBack && stepBefore() === next) return history.back();
      const isKept = replace || isBack;
      const from = isKept ? stepBefore() : step;
      showAddress(formatAddress('purchase', next, place, location.search), { replace: isKept, from });
    },
  };
}
