import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { cardsKey, useCards } from '../../features/cards/api/list-cards.ts';
import { mayAddCards, newCard, selectedCard } from '../../features/cards/card-rules.ts';
import { CardNumber } from '../../features/cards/components/card-face.tsx';
import { CardPicker, type CardPickerHandle, warmUpCardPicker } from '../../features/cards/components/card-picker.tsx';
import { useCardsNotice } from '../../features/operations/index.ts';
import type { CardParts, CardSlotProps } from '../../features/purchase/components/flow-context.ts';
import { preloaded } from '../../lib/preloaded.ts';

/** The saved cards and the card form, as the purchase flow needs them. */
export function usePurchaseCards(): CardParts {
  const queryClient = useQueryClient();
  return {
    renderCardPicker: (props) => <PickerSlot {...props} />,
    renderCardName: (paymentMethodId) => <CardName id={paymentMethodId} />,
    onCardRefused: () => void queryClient.invalidateQueries({ queryKey: cardsKey }),
    warmUpCards: warmUpCardPicker,
  };
}

function PickerSlot({ ref, preferred, billingDetails, disabled, onIsNewChange }: CardSlotProps) {
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
    />
  );
}

function CardName({ id }: { id: string }): ReactNode {
  const card = useCards().data?.items.find(({ stripeId }) => stripeId === id)?.card;
  return card ? <CardNumber brand={card.brand} last4={card.last4} /> : null;
}
