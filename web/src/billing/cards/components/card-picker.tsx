import { useLingui } from '@lingui/react/macro';
import { Suspense, useImperativeHandle, useRef } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { warmUpStripe } from '../../../lib/stripe.ts';
import type { CardPickerHandle, CardPickerProps } from './card-picker-content.tsx';
import { PickerSkeleton } from './card-skeletons.tsx';

const Content = lazyPart(() => import('./card-picker-content.tsx').then((module) => module.CardPickerContent));

/**
 * Selects a saved card or adds a new one. The preferred card is selected at first, otherwise the first one (CARD-8).
 * Its code loads on the first render, or earlier by `warmUpCardPicker`.
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

/** Starts loading the picker's code and the payment provider's script, before the step that shows a `CardPicker`. */
export function warmUpCardPicker(): void {
  Content.warmUp.onFocus();
  warmUpStripe();
}
