import { Trans } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { useTotals } from '../api/calculate-totals.ts';
import type { Quote } from '../api/preview-purchase.ts';
import type { FlowView } from '../model/flow-view.ts';
import type { PurchaseCalls } from '../use-purchase.ts';
import { FlowButton } from './flow-button.tsx';
import { totalsOf } from './totals-card.tsx';
import { UnauthenticatedButtons } from './unauthenticated-buttons.tsx';

interface FlowFooterProps {
  view: FlowView;
  totals: ReturnType<typeof useTotals>;
  quote: Quote | undefined;
  calls: PurchaseCalls;
  /** The step's own work is under way. */
  isBusy: boolean;
  /** The step lacks something. */
  isBlocked: boolean;
  warmUp: () => void;
  onContinue: () => void;
  onBack: () => void;
  onClose: () => void;
  /** Left without a question. */
  onLeave: () => void;
  onDone: () => void;
}

/** The buttons below a step or an outcome. */
export function FlowFooter({ view, calls, onLeave, onDone, ...step }: FlowFooterProps) {
  const { phase, unauthenticated, overtaken, continuesWithoutFlow } = view;
  if (phase === 'succeeded') {
    return (
      <Button variant="primary" onClick={onDone}>
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
      <Button onClick={onLeave}>
        <Trans>Close</Trans>
      </Button>
    );
  }
  return <StepButtons view={view} {...step} />;
}

type StepButtonsProps = Omit<FlowFooterProps, 'calls' | 'onLeave' | 'onDone'>;

function StepButtons(props: StepButtonsProps) {
  const { view, totals, quote, isBusy, isBlocked, warmUp, onContinue, onBack, onClose } = props;
  const { isFirst, isConfirming, hasTotal } = view;
  return (
    <>
      {!isConfirming && hasTotal && <NarrowTotal totals={totals} isCustomizing={isFirst} />}
      <Button disabled={isBusy} onClick={isFirst ? onClose : onBack}>
        {isFirst ? <Trans>Cancel</Trans> : <Trans>Back</Trans>}
      </Button>
      <FlowButton
        quote={isConfirming ? quote : undefined}
        isPending={isBusy}
        disabled={isBlocked}
        warmUp={warmUp}
        onPress={onContinue}
      />
    </>
  );
}

/** The total beside the buttons, where the card with the totals is out of sight. */
function NarrowTotal({ totals, isCustomizing }: { totals: ReturnType<typeof useTotals>; isCustomizing: boolean }) {
  const { money } = useFormat();
  if (!totals.data) return null;
  const { total } = totalsOf(totals.data, isCustomizing);
  return (
    <p className="mr-auto self-center md:hidden">
      <span className="block text-xs text-muted">{total.label}</span>
      <span className="font-semibold tabular-nums">{money(total.amount)}</span>
    </p>
  );
}
