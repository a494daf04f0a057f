const declined = 'Votre carte a été refusée.';

/**
 * Why a card was declined, in French, by the provider's code. In English, and for any other code, the provider's own message is shown (spec 1 §8);
 * that comes in the customer's language only where the browser asks for it. A lost or stolen card is told like any declined one.
 */
const declinesInFrench: Readonly<Record<string, string>> = {
  card_declined: declined,
  generic_decline: declined,
  lost_card: declined,
  stolen_card: declined,
  insufficient_funds: 'Les fonds disponibles sur votre carte sont insuffisants.',
  expired_card: 'Votre carte a expiré.',
  incorrect_cvc: 'Le code de sécurité de votre carte est incorrect.',
  processing_error: 'Une erreur s’est produite lors du traitement de votre carte. Réessayez dans un instant.',
};

/** The French words for a decline; undefined where none are known for the code. */
export function declineInFrench(declineCode: string): string | undefined {
  return Object.hasOwn(declinesInFrench, declineCode) ? declinesInFrench[declineCode] : undefined;
}
