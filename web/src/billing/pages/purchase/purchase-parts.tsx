import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { can } from '../../../lib/permissions.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { cardsKey, useCards } from '../../cards/api/list-cards.ts';
import { mayAddCards, newCard, selectedCard } from '../../cards/card-rules.ts';
import { CardNumber } from '../../cards/components/card-face.tsx';
import { CardPicker, warmUpCardPicker } from '../../cards/components/card-picker.tsx';
import type { CardPickerHandle } from '../../cards/components/card-picker-content.tsx';
import { useCardsNotice } from '../../operations/cards-notice.tsx';
import type { CardSlotProps, FlowParts } from '../../purchase/components/flow-context.ts';
import { LeaveGuard } from '../../purchase/components/leave-guard.tsx';

const DevicesInUse = lazyPartWith(['licenses'], () =>
  import('../../../licensing/devices/components/devices-in-use.tsx').then((module) => module.DevicesInUse),
);

/** The saved cards, the card form and the devices in use, as the purchase flow needs them. */
export function usePurchaseParts(): FlowParts {
  const queryClient = useQueryClient();
  return {
    renderCardPicker: (props) => <PickerSlot {...props} />,
    renderCardName: (paymentMethodId) => <CardName id={paymentMethodId} />,
    onCardRefused: () => void queryClient.invalidateQueries({ queryKey: cardsKey }),
    warmUpCards: warmUpCardPicker,
    renderLeaveGuard: (props) => <LeaveGuard {...props} />,
    ...(can('devices.view') && { renderDevicesInUse: ({ id }) => <DevicesSlot productId={id} /> }),
  };
}

function DevicesSlot({ productId }: { productId: string }) {
  return (
    <Suspense fallback={<SkeletonText lines={4} />}>
      <DevicesInUse productId={productId} />
    </Suspense>
  );
}

function PickerSlot({ ref, preferred, billingDetails, disabled, onIsNewChange, onReady }: CardSlotProps) {
  const cards = useCards().data?.items;
  const [choice, setChoice] = useState<string | null>(null);
  const isNew = cards !== undefined && selectedCard(cards, choice ?? preferred, mayAddCards(preloaded())) === newCard;
  const picker = useRef<CardPickerHandle>(null);
  useEffect(() => onIsNewChange(isNew), [isNew, onIsNewChange]);
  useImperativeHandle(ref, () => ({
    async submit() {
      const outcome = (await picker.current?.submit()) ?? { error: '' };
      // A new card is a saved one from then on.
      if ('paymentMethodId' in outcome) setChoice(outcome.paymentMethodId);
      return outcome;
    },
  }));
  return (
    <CardPicker
      ref={picker}
      preferred={preferred}
      billingDetails={billingDetails}
      unsettledNotice={useCardsNotice()}
      disabled={disabled}
      onSelect={(paymentMethodId) => setChoice(paymentMethodId ?? newCard)}
      onReady={onReady}
    />
  );
}

function CardName({ id }: { id: string }): ReactNode {
  const card = useCards().data?.items.find(({ stripeId }) => stripeId === id)?.card;
  return card ? <CardNumber brand={card.brand} last4={card.last4} /> : null;
}
