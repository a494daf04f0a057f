import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { Quote } from '../api/preview-purchase.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { useFlow } from './flow-context.ts';

interface FlowButtonProps {
  /** Undefined until the confirmation knows the price. */
  quote: Quote | undefined;
  isPending: boolean;
  disabled: boolean;
  /** Loads what the next step needs while the pointer or the focus rests here. */
  warmUp: () => void;
  onPress: () => void;
}

/** The one button that leads on. Where it buys something, it says so and for how much. */
export function FlowButton({ quote, isPending, disabled, warmUp, onPress }: FlowButtonProps) {
  return (
    <Button
      variant="primary"
      pending={isPending}
      disabled={disabled}
      onPointerEnter={warmUp}
      onFocus={warmUp}
      onClick={onPress}
    >
      <FlowButtonText quote={quote} />
    </Button>
  );
}

function FlowButtonText({ quote }: { quote: Quote | undefined }): ReactNode {
  const { plan, state, isChange, isDirect } = useFlow();
  const { money } = useFormat();
  if (state.step === 'checkout') return <Trans>Go to confirmation</Trans>;
  if (state.step !== 'confirmation' && !isDirect) return <Trans>Continue</Trans>;
  if (isDirect && plan.isTrial) return <Trans>Start the free trial</Trans>;
  const due = quote?.subscriptionUpdateInvoiceDetails.amountDue ?? 0;
  const price = money(due, selectedPricePlan(plan, state).currency);
  if (due > 0) {
    return isChange ? <Trans>Pay {price} and change subscription</Trans> : <Trans>Pay {price} and subscribe</Trans>;
  }
  return isChange ? <Trans>Change subscription</Trans> : <Trans>Subscribe</Trans>;
}
