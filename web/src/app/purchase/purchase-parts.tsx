import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { cardsKey, useCards } from '../../features/cards/api/list-cards.ts';
import { mayAddCards, newCard, selectedCard } from '../../features/cards/card-rules.ts';
import { CardNumber } from '../../features/cards/components/card-face.tsx';
import { CardPicker, warmUpCardPicker } from '../../features/cards/components/card-picker.tsx';
import type { CardPickerHandle } from '../../features/cards/components/card-picker-content.tsx';
import { useCardsNotice } from '../../features/operations/index.ts';
import type { CardSlotProps, FlowParts } from '../../features/purchase/components/flow-context.ts';
import { LeaveGuard } from '../../features/purchase/components/leave-guard.tsx';
import { lazyPart } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { withCatalog } from '../catalogs.ts';

const DevicesInUse = lazyPart(async () => {
  const module = await withCatalog('licenses', () => import('../../features/devices/components/devices-in-use.tsx'));
  return module.DevicesInUse;
});

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
