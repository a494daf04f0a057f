import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { notify } from '../../../lib/notify.tsx';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { stripeNotLoadedMessage } from '../../../lib/stripe.ts';
import { type CardCalls, createCardSaver, portalCalls, type SavedOrRefused } from '../api/add-card.ts';
import { cardsKey } from '../api/list-cards.ts';
import type { CardBillingDetails, CardFormHandle } from './card-form.tsx';

/** Milliseconds that a payment error is shown (CARD-14). */
const paymentErrorLife = 5000;

/** A new key remounts the form with empty fields (CARD-14: 1 to 1000). */
const anyKey = () => 1 + Math.floor(Math.random() * 1000);

/**
 * The state around a `CardForm`: pass it `formProps`, then `save` the input. The form shows errors; declines are also
 * a toast.
 * @param onPending called if it is not known immediately whether the card was stored
 * @param calls the calls for a visitor without an account; must not change while the form is open
 */
export function useCardForm(onPending?: () => void, calls?: CardCalls) {
  const queryClient = useQueryClient();
  const form = useRef<CardFormHandle>(null);
  const [saver] = useState(() =>
    createCardSaver(calls ?? portalCalls(() => void announceHoldings(queryClient), onPending)),
  );
  const [formKey, setFormKey] = useState(anyKey);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  async function save(billingDetails: CardBillingDetails, makeDefault = false): Promise<SavedOrRefused> {
    const handle = form.current;
    if (!handle) {
      const error = stripeNotLoadedMessage();
      notify.error(error, { duration: paymentErrorLife });
      return { error };
    }
    const missing = handle.validate();
    if (missing) return { error: missing };
    setIsSaving(true);
    setError(null);
    try {
      const outcome = await saver.save((clientSecret) => handle.confirm(clientSecret, billingDetails), makeDefault);
      if ('error' in outcome) {
        setError(outcome.error);
        notify.error(outcome.error, { duration: paymentErrorLife });
        return outcome;
      }
      await queryClient.invalidateQueries({ queryKey: cardsKey });
      setFormKey((key) => (key % 1000) + 1);
      return outcome;
    } finally {
      setIsSaving(false);
    }
  }

  /** Clears the last attempt, for a form that was closed. */
  function reset() {
    setError(null);
    saver.forgetConfirmed();
  }

  return {
    save,
    reset,
    isSaving,
    formKey,
    formProps: {
      ref: form,
      disabled: isSaving,
      error,
      onChange: reset,
    },
  };
}
