import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import type { FlowView } from '../model/flow-view.ts';
import { type Price, shownTotal } from '../model/receipt.ts';
import { selectedPricePlan } from '../model/selection.ts';
import type { PurchaseCalls } from '../use-purchase.ts';
import { useFlow } from './flow-context.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { UnauthenticatedButtons } from './unauthenticated-buttons.tsx';

export const phone = '(width < 600px)';

interface FlowBarProps {
  view: FlowView;
  price: Price | null;
  /** The price is being calculated again. */
  isOutdated: boolean;
  /** The parts of the total, for a phone; null without a total. */
  receipt: ReactNode;
  calls: PurchaseCalls;
  /** Whether the step waits for a request. */
  isBusy: boolean;
  /** Whether something is missing before the user can continue. */
  isBlocked: boolean;
  warmUp: () => void;
  onContinue: () => void;
  /** Returns to the previous step, or from the first step to the product. */
  onBack: () => void;
  /** Opens the catalog, and keeps the choices. */
  onShop: () => void;
  /** Leaves without asking for confirmation. */
  onLeave: () => void;
  onDone: () => void;
}

/** The buttons below a step or an outcome, at the same position in every step. */
export function FlowBar({ view, calls, onLeave, onDone, ...step }: FlowBarProps) {
  const { phase, unauthenticated, overtaken, continuesWithoutFlow } = view;
  if (phase === 'authenticating') return null;
  if (phase === 'succeeded') {
    return (
      <Button variant="primary" size="lg" className="ml-auto max-sm:w-full" onClick={onDone}>
        <Trans>Go to my products</Trans>
      </Button>
    );
  }
  if (unauthenticated) {
    return (
      <UnauthenticatedButtons payment={unauthenticated} onAbandon={calls.abandon} onConfirm={calls.authenticateAgain} />
    );
  }
  if (continuesWithoutFlow || phase === 'refused' || overtaken) {
    return (
      <Button size="lg" className="ml-auto max-sm:w-full" onClick={onLeave}>
        <Trans>Close</Trans>
      </Button>
    );
  }
  return <StepButtons view={view} {...step} />;
}

type StepButtonsProps = Omit<FlowBarProps, 'calls' | 'onLeave' | 'onDone'>;

function StepButtons(props: StepButtonsProps) {
  const { view, price, isOutdated, receipt, isBusy, isBlocked, warmUp, onContinue, onBack, onShop } = props;
  const isPhone = useMedia(phone);
  const { isChange, isDirect, signUp } = useFlow();
  const blockedNote = signUp?.blockedNote;
  return (
    <>
      {isPhone ? (
        <PhoneTotal {...{ price, isOutdated, receipt }} />
      ) : (
        <>
          <Button size="lg" disabled={isBusy} onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
          {!isChange && !signUp && (
            <Button variant="quiet" size="lg" disabled={isBusy} onClick={onShop}>
              <Trans>Keep shopping</Trans>
            </Button>
          )}
        </>
      )}
      {/* A phone has no room for this note, so the page shows it above the step. */}
      <p className={cn('ml-auto text-right text-sm text-muted', blockedNote ? 'max-sm:hidden' : 'max-lg:hidden')}>
        {blockedNote || (!isDirect && !view.isConfirming && <Trans>Nothing is charged before you confirm</Trans>)}
      </p>
      <Button
        variant="primary"
        size="lg"
        pending={isBusy}
        keepsWords
        locked={(isBlocked || (Boolean(blockedNote) && (isDirect || view.isConfirming))) && !isBusy}
        className="ml-3 min-w-56 max-lg:ml-auto max-sm:min-w-0 max-sm:shrink max-sm:whitespace-normal max-sm:px-4 max-sm:leading-tight"
        onPointerEnter={warmUp}
        onFocus={warmUp}
        onClick={onContinue}
      >
        <ContinueText price={view.isConfirming ? price : null} />
      </Button>
    </>
  );
}

/** The label of the continue button. If it buys something, it names the amount. */
function ContinueText({ price: known }: { price: Price | null }): ReactNode {
  const { plan, state, isChange, isDirect, signUp } = useFlow();
  const { money } = useFormat();
  if (state.step === 'checkout') return isChange ? <Trans>Review the change</Trans> : <Trans>Go to confirmation</Trans>;
  if (state.step !== 'confirmation' && !isDirect) return <Trans>Continue</Trans>;
  if (isDirect && plan.isTrial) return <Trans>Start the free trial</Trans>;
  const due = known?.kind === 'estimate' ? shownTotal(known) : 0;
  const price = money(due, selectedPricePlan(plan, state).currency);
  if (signUp) return due > 0 ? <Trans>Pay {price} and register</Trans> : <Trans>Register</Trans>;
  if (due > 0) {
    return isChange ? <Trans>Pay {price} and change subscription</Trans> : <Trans>Pay {price} and subscribe</Trans>;
  }
  return isChange ? <Trans>Change subscription</Trans> : <Trans>Subscribe</Trans>;
}

/** The total beside the button; a press opens its parts. */
function PhoneTotal({ price, isOutdated, receipt }: Pick<FlowBarProps, 'price' | 'isOutdated' | 'receipt'>) {
  const { plan, state } = useFlow();
  const { money } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  if (!price || !receipt) return null;
  const amount = money(shownTotal(price), selectedPricePlan(plan, state).currency);
  const label = price.kind === 'estimate' ? <Trans>Due today</Trans> : <Trans>Total</Trans>;
  return (
    <ReceiptSheet isOpen={isOpen} onOpenChange={setIsOpen} label={label} amount={amount} isReloading={isOutdated}>
      {receipt}
    </ReceiptSheet>
  );
}
