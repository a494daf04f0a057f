import { api } from '../../../lib/api.ts';
import { settled } from '../../../lib/operation.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { listCards, type SavedCard } from './list-cards.ts';

/** The message of a refusal, or the stored card. */
export type Confirmation = { paymentMethodId: string } | { error: string };
export type SavedOrRefused = { card: Pick<SavedCard, 'stripeId'> } | { error: string };

/** Confirms the entered card with the payment provider. */
export type ConfirmCard = (clientSecret: string) => Promise<Confirmation>;

export interface CardCalls {
  begin: () => Promise<{ clientSecret: string }>;
  takeIn: (paymentMethodId: string, makeDefault: boolean) => Promise<Pick<SavedCard, 'stripeId'>>;
}

/**
 * @param announce called while it is unknown whether a card was stored, and once it is known
 * @param onPending called while it is unknown whether a card was stored
 */
export const portalCalls = (announce: () => void, onPending?: () => void): CardCalls => ({
  begin: () => api('POST /api/Billing/PaymentMethods', { body: {} }),
  takeIn: async (id, makeDefault) => {
    const confirm = () =>
      api('POST /api/Billing/PaymentMethods/{id}/Confirmed', { params: { id }, body: { makeDefault } });
    const taken = await confirm();
    if (taken.savedCard) return taken.savedCard;
    await settled(taken, {
      onPending: () => {
        onPending?.();
        announce();
      },
    });
    announce();
    const card = (await listCards()).items.find(({ stripeId }) => stripeId === id);
    if (card) return card;
    // The same card was saved before, and the answer names that one (CARD-19).
    const { savedCard } = await confirm();
    if (!savedCard) throw new Error('an added card is not among the saved ones');
    return savedCard;
  },
});

/**
 * Adds a card in three steps: start, confirm in the browser, store. A step that succeeded is not repeated if a later
 * one fails: a declined card leaves the client secret usable, and a confirmed card is only stored again.
 */
export function createCardSaver(calls: CardCalls) {
  let clientSecret: string | null = null;
  let confirmedId: string | null = null;
  return {
    /** Called when another card was entered after the confirmation. */
    forgetConfirmed() {
      if (confirmedId) clientSecret = null;
      confirmedId = null;
    },
    async save(confirm: ConfirmCard, makeDefault: boolean): Promise<SavedOrRefused> {
      try {
        if (!confirmedId) {
          clientSecret ??= (await calls.begin()).clientSecret;
          const confirmation = await confirm(clientSecret);
          if ('error' in confirmation) return confirmation;
          confirmedId = confirmation.paymentMethodId;
        }
        const card = await calls.takeIn(confirmedId, makeDefault);
        clientSecret = null;
        confirmedId = null;
        return { card };
      } catch (error) {
        return { error: describeProblem(error) };
      }
    },
  };
}
