import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useState,
} from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { notify } from '../../../lib/notify.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { radioCardClasses, radioClasses } from '../../../ui/radio-card.ts';
import { type SavedCard, useCards } from '../api/list-cards.ts';
import { formatExpiry, isCard, isExpired, mayAddCards, newCard, selectedCard } from '../card-rules.ts';
import { BrandMark } from './brand-mark.tsx';
import { CardNumber, CardTag } from './card-face.tsx';
import type { CardBillingDetails } from './card-form.tsx';
import { CardFormSkeleton, PickerSkeleton } from './card-skeletons.tsx';
import { useCardForm } from './use-card-form.ts';

const CardForm = lazyPart(() => import('./card-form.tsx').then((module) => module.default));

export interface CardPickerHandle {
  /**
   * Returns the card to pay with. An entered card is saved first, which may ask the cardholder; the input is kept if
   * it is declined. `error` has been shown already, so the caller only stops.
   */
  submit: () => Promise<{ paymentMethodId: string } | { error: string }>;
}

export interface CardPickerProps {
  ref: Ref<CardPickerHandle>;
  /** Sent with a newly entered card. */
  billingDetails?: CardBillingDetails | undefined;
  /** The initial choice: a saved card, if it still exists and is valid, or `newCard`. */
  preferred?: string | null;
  /** A saved card that cannot be chosen. */
  without?: string;
  /**
   * The notice that a change of the cards is pending. Meanwhile a saved card can be chosen, but no card can be added.
   */
  unsettledNotice: ReactNode;
  /** True during the purchase. */
  disabled?: boolean;
  /**
   * Called with the id of the selected saved card, null for a new one, when the user selects and when a new card was
   * saved.
   */
  onSelect?: (paymentMethodId: string | null) => void;
  /** Called once a card, or a new one, is shown as selected. */
  onReady?: () => void;
}

/**
 * Selects a saved card or adds a new one. The preferred card is selected at first, otherwise the first one (CARD-8).
 */
export function CardPickerContent(props: CardPickerProps) {
  const { unsettledNotice, disabled = false } = props;
  const { query, cards, selected, select, isUnchosen, isLocked, isSaving, formKey, formProps } = useCardPicker(props);
  if (query.error && !query.data) {
    return (
      <ErrorState
        className="py-6"
        error={query.error}
        title={<Trans>The saved cards could not be loaded</Trans>}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <PickerSkeleton />;
  if (selected === null) {
    return (
      <Alert tone={isUnchosen ? 'bad' : 'warning'}>
        <Trans>
          There is no saved card that can be charged, and you may not add one. Please ask an administrator of your
          account.
        </Trans>
      </Alert>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {isLocked && unsettledNotice}
      {cards.length > 0 && (
        <CardChoice
          cards={cards}
          value={selected}
          disabled={disabled || isSaving}
          isNewLocked={isLocked}
          onChange={select}
        />
      )}
      {selected === newCard && (
        <Suspense fallback={<CardFormSkeleton />}>
          <CardForm key={formKey} {...formProps} disabled={disabled || isSaving || isLocked} />
        </Suspense>
      )}
    </div>
  );
}

/** The cards, the selected one, and the picker's handle. */
function useCardPicker(props: CardPickerProps) {
  const { ref, billingDetails = {}, preferred = null, without, unsettledNotice, onSelect, onReady } = props;
  const { t } = useLingui();
  const query = useCards();
  const [choice, setChoice] = useState<string | null>(null);
  const [isUnchosen, setIsUnchosen] = useState(false);
  const { save, reset, isSaving, ...form } = useCardForm();
  // A pending change that this form started does not lock the form.
  const isLocked = Boolean(unsettledNotice) && !isSaving;
  const cards = query.data?.items.filter(({ stripeId }) => stripeId !== without) ?? [];
  const selected = selectedCard(cards, choice ?? preferred, mayAddCards(preloaded()));
  const isReady = query.data !== undefined && selected !== null;
  const tellReady = useEffectEvent(() => onReady?.());
  useEffect(() => {
    if (isReady) tellReady();
  }, [isReady]);

  useImperativeHandle(ref, () => ({
    async submit() {
      if (selected === null || !query.data) {
        setIsUnchosen(true);
        return { error: t`Choose a card` };
      }
      if (selected !== newCard) return { paymentMethodId: selected };
      if (isLocked) {
        const error = t`A change of your cards is being confirmed`;
        notify.info(error);
        return { error };
      }
      const outcome = await save(billingDetails);
      if ('error' in outcome) return outcome;
      setChoice(outcome.card.stripeId);
      onSelect?.(outcome.card.stripeId);
      return { paymentMethodId: outcome.card.stripeId };
    },
  }));

  const select = (value: string) => {
    // Clears the error of the card that was selected before.
    reset();
    setChoice(value);
    onSelect?.(value === newCard ? null : value);
  };
  return { query, cards, selected, select, isUnchosen, isLocked, isSaving, ...form };
}

interface CardChoiceProps {
  cards: readonly SavedCard[];
  value: string;
  disabled: boolean;
  /** No card can be added while a change of the cards is pending. */
  isNewLocked: boolean;
  onChange: (value: string) => void;
}

/** The saved cards, with expired ones disabled, and a choice to add a card if the user may. */
function CardChoice({ cards, value, disabled, isNewLocked, onChange }: CardChoiceProps) {
  const { t } = useLingui();
  const name = useId();
  const bind = (id: string) => ({ name, value: id, checked: id === value, onChange: () => onChange(id) });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{t`Payment card`}</legend>
      {cards.map((card) => (
        <label key={card.stripeId} className={optionClasses}>
          <input
            type="radio"
            {...bind(card.stripeId)}
            disabled={disabled || isExpired(card.card)}
            className={radioClasses}
          />
          <CardOption card={card} />
        </label>
      ))}
      {mayAddCards(preloaded()) && (
        <label className={optionClasses}>
          <input type="radio" {...bind(newCard)} disabled={disabled || isNewLocked} className={radioClasses} />
          <span className="font-medium">
            <Trans>New card</Trans>
          </span>
          <span aria-hidden="true" className="ml-auto flex gap-1.5">
            {['visa', 'mastercard', 'american express'].map((brand) => (
              <BrandMark key={brand} brand={brand} />
            ))}
          </span>
        </label>
      )}
    </fieldset>
  );
}

const optionClasses = `${radioCardClasses} min-h-[60px] items-center gap-x-4 px-4 py-2.5`;

function CardOption({ card: saved }: { card: SavedCard }) {
  const { card } = saved;
  const expiry = formatExpiry(card);
  return (
    <>
      <span className="min-w-0">
        <CardNumber brand={card.brand} last4={card.last4} isNamed />
        <span className="mt-0.5 block text-sm text-muted tabular-nums">
          {card.isDefault && (
            <>
              <Trans context="payment card">Default</Trans>
              {'. '}
            </>
          )}
          {isCard(card) && <Trans>Expires {expiry}</Trans>}
        </span>
      </span>
      <span className="ml-auto">
        <CardTag card={saved} />
      </span>
    </>
  );
}
