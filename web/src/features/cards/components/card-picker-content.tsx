import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { Suspense, useImperativeHandle, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { notify } from '../../../lib/notify.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { type SavedCard, useCards } from '../api/list-cards.ts';
import { formatExpiry, isExpired, mayAddCards, newCard, selectedCard } from '../card-rules.ts';
import { CardNumber, ExpiredTag } from './card-face.tsx';
import type { CardPickerProps } from './card-picker.tsx';
import { CardFormSkeleton, PickerSkeleton } from './card-skeletons.tsx';
import { useCardForm } from './use-card-form.ts';

const CardForm = lazyPart(() => import('./card-form.tsx').then((module) => module.default));

/** Selects one of the saved cards or takes a new one; the preferred card is selected at the beginning, else the first (CARD-8). */
export function CardPickerContent({
  ref,
  billingDetails = {},
  preferred = null,
  unsettledNotice,
  disabled = false,
  onSelect,
}: CardPickerProps) {
  const { t } = useLingui();
  const query = useCards();
  const [choice, setChoice] = useState<string | null>(null);
  const [isUnchosen, setIsUnchosen] = useState(false);
  const { save, reset, isSaving, formKey, formProps } = useCardForm();
  // One's own change is told by the form itself.
  const isLocked = Boolean(unsettledNotice) && !isSaving;
  const cards = query.data?.items ?? [];
  const selected = selectedCard(cards, choice ?? preferred, mayAddCards(preloaded()));

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
        <CardSelect
          cards={cards}
          value={selected}
          disabled={disabled || isSaving}
          isNewLocked={isLocked}
          onChange={(value) => {
            // What was said of another card does not belong to this one.
            reset();
            setChoice(value);
            onSelect?.(value === newCard ? null : value);
          }}
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

interface CardSelectProps {
  cards: readonly SavedCard[];
  value: string;
  disabled: boolean;
  /** A change of the cards is unsettled: no card is added until it is settled. */
  isNewLocked: boolean;
  onChange: (value: string) => void;
}

/** The saved cards, without those that expired, and a new one where the user may add cards. */
function CardSelect({ cards, value, disabled, isNewLocked, onChange }: CardSelectProps) {
  const mayAdd = mayAddCards(preloaded());
  return (
    <Field label={<Trans>Payment card</Trans>}>
      {(control) => (
        <Select
          {...control}
          className="h-11"
          value={value}
          disabled={disabled}
          onChange={onChange}
          options={[
            ...cards.map((card) => ({
              value: card.stripeId,
              label: <CardOption card={card} />,
              disabled: isExpired(card.card),
            })),
            ...(mayAdd ? [{ value: newCard, label: <NewCardOption />, disabled: isNewLocked }] : []),
          ]}
        />
      )}
    </Field>
  );
}

function NewCardOption() {
  return (
    <span className="flex items-center gap-2.5">
      <Plus aria-hidden="true" className="size-4" />
      <Trans>Use a new card</Trans>
    </span>
  );
}

function CardOption({ card: { card } }: { card: SavedCard }) {
  const expiry = formatExpiry(card);
  return (
    <span className="flex min-w-0 items-center gap-x-3">
      <CardNumber brand={card.brand} last4={card.last4} />
      {isExpired(card) ? (
        <ExpiredTag />
      ) : (
        <span className="truncate text-muted tabular-nums">
          <Trans>Expires {expiry}</Trans>
        </span>
      )}
      {card.isDefault && (
        <Badge tone="accent" className="max-xs:hidden">
          <Trans context="payment card">Default</Trans>
        </Badge>
      )}
    </span>
  );
}
