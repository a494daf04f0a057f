import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type Ref, Suspense, useImperativeHandle, useRef } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { warmUpStripe } from '../../../lib/stripe.ts';
import type { CardBillingDetails } from './card-form.tsx';
import { PickerSkeleton } from './card-skeletons.tsx';

const Content = lazyPart(() => import('./card-picker-content.tsx').then((module) => module.CardPickerContent));

export interface CardPickerHandle {
  /**
   * The card to pay with. A card that was typed is saved first, which may ask its cardholder; what was typed stays when it is refused.
   * `error` has been shown already, at its place and, where the payment provider gave it, as a toast: the caller only stops.
   */
  submit: () => Promise<{ paymentMethodId: string } | { error: string }>;
}

export interface CardPickerProps {
  ref: Ref<CardPickerHandle>;
  /** Goes with a card that is typed anew. */
  billingDetails?: CardBillingDetails | undefined;
  /** The saved card that is selected at the beginning, while it is still there and valid. */
  preferred?: string | null;
  /** Says that a change of the cards is being confirmed: a saved card can be chosen meanwhile, but none added. */
  unsettledNotice: ReactNode;
  /** While the purchase is under way. */
  disabled?: boolean;
  /** The id of the saved card that is selected, null while it is a new one. Called when the customer selects and when a new card has been saved. */
  onSelect?: (paymentMethodId: string | null) => void;
  /** Called once a card, or a new one, is shown as selected. */
  onReady?: () => void;
}

/**
 * Selects one of the saved cards or takes a new one; the preferred card is selected at the beginning, else the first (CARD-8). Its code is loaded when it is first
 * rendered, or earlier by `warmUpCardPicker`.
 */
export function CardPicker({ ref, ...props }: CardPickerProps) {
  const { t } = useLingui();
  const content = useRef<CardPickerHandle>(null);
  useImperativeHandle(ref, () => ({
    submit: async () => (await content.current?.submit()) ?? { error: t`Choose a card` },
  }));
  return (
    <Suspense fallback={<PickerSkeleton />}>
      <Content {...props} ref={content} />
    </Suspense>
  );
}

/** Begins loading the selector's code and the payment provider's script, before the step that shows a `CardPicker`. */
export function warmUpCardPicker(): void {
  Content.warmUp.onFocus();
  warmUpStripe();
}
