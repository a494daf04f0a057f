import { Trans } from '@lingui/react/macro';
import type { ShippingDetails } from '@portico/contract';
import { type Ref, Suspense, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { warmUpStripe } from '../../../lib/stripe.ts';
import { Button } from '../../../ui/button.tsx';
import type { CardPickerHandle } from './card-picker-content.tsx';
import { CardFormSkeleton } from './card-skeletons.tsx';
import { useCardForm } from './use-card-form.ts';

const CardForm = lazyPart(() => import('./card-form.tsx').then((module) => module.default));

/** Starts loading the card form and the payment provider's script, before the step that shows a `VisitorCard`. */
export function warmUpVisitorCard(): void {
  CardForm.warmUp.onFocus();
  warmUpStripe();
}

interface VisitorCardProps {
  ref: Ref<CardPickerHandle>;
  /** The card that was already confirmed; null if none. */
  confirmed: string | null;
  billingDetails: Partial<ShippingDetails>;
  disabled: boolean;
  /**
   * Starts the setup of a card without an account.
   * @returns the client secret to confirm it with
   */
  beginCard: () => Promise<string>;
  /** Called at first and on each change with whether a card is being entered. */
  onIsNewChange: (isNew: boolean) => void;
  /** Called once the form, or an already confirmed card, is shown. */
  onReady: () => void;
}

/** The card of a visitor: confirmed with the payment provider, and attached once the account exists. */
export function VisitorCard(props: VisitorCardProps) {
  const { ref, confirmed, billingDetails, disabled, beginCard, onIsNewChange, onReady } = props;
  const [calls] = useState(() => ({
    begin: async () => ({ clientSecret: await beginCard() }),
    takeIn: async (stripeId: string) => ({ stripeId }),
  }));
  const { save, isSaving, formKey, formProps } = useCardForm(undefined, calls);
  const [card, setCard] = useState(confirmed);
  const isNew = card === null;
  useEffect(() => onIsNewChange(isNew), [isNew, onIsNewChange]);
  const tellReady = useEffectEvent(() => onReady());
  useEffect(() => {
    if (!isNew) tellReady();
  }, [isNew]);
  useImperativeHandle(ref, () => ({
    async submit() {
      if (card !== null) return { paymentMethodId: card };
      const outcome = await save(billingDetails);
      if ('error' in outcome) return outcome;
      setCard(outcome.card.stripeId);
      return { paymentMethodId: outcome.card.stripeId };
    },
  }));
  if (!isNew) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-canvas px-4 py-3">
        <p>
          <Trans>The card that you entered is ready to pay with.</Trans>
        </p>
        <Button size="sm" disabled={disabled} onClick={() => setCard(null)}>
          <Trans>Enter another card</Trans>
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<CardFormSkeleton />}>
      <CardForm key={formKey} {...formProps} disabled={disabled || isSaving} onShown={onReady} />
    </Suspense>
  );
}
