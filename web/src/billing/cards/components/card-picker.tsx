import { useLingui } from '@lingui/react/macro';
import { Suspense, useImperativeHandle, useRef } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { warmUpStripe } from '../../../lib/stripe.ts';
import type { CardPickerHandle, CardPickerProps } from './card-picker-content.tsx';
import { PickerSkeleton } from './card-skeletons.tsx';

const Content = lazyPart(() => import('./card-picker-content.tsx').then((module) => module.CardPickerContent));

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
