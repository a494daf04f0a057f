const declined = 'Votre carte a été refusée.';
const notAuthenticated =
  'Nous ne pouvons pas authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.';

/** French messages by error code or decline reason. English messages come from the API. */
const FRENCH = {
  card_declined: declined,
  test_mode_live_card:
    'Votre carte a été refusée. Seules les cartes de test peuvent être utilisées ici, par exemple 4242 4242 4242 4242.',
  insufficient_funds: 'Les fonds disponibles sur votre carte sont insuffisants.',
  expired_card: 'Votre carte a expiré.',
  incorrect_cvc: 'Le code de sécurité de votre carte est incorrect.',
  processing_error: 'Une erreur s’est produite lors du traitement de votre carte. Réessayez dans un instant.',
  authentication_required: 'Votre carte a été refusée. Cette transaction exige une authentification.',
  payment_intent_authentication_failure: notAuthenticated,
  setup_intent_authentication_failure: notAuthenticated,
  incorrect_number: 'Le numéro de votre carte est incorrect.',
  invalid_expiry_month: 'Le mois d’expiration de votre carte n’est pas valide.',
  invalid_expiry_year: 'L’année d’expiration de votre carte n’est pas valide.',
  invalid_cvc: 'Le code de sécurité de votre carte n’est pas valide.',
  element_gone: 'Le champ de la carte a été retiré avant d’avoir pu être lu.',
  api_connection_error: 'Impossible de joindre le service de paiement. Vérifiez votre connexion et réessayez.',
};

/**
 * Translates the message of a result's error. The rest, such as the error stored on an intent, stays as the API sent
 * it.
 */
export function inLanguage(result, language) {
  if (language !== 'fr' || !result.error) return result;
  const { error } = result;
  const code = [error.decline_code, error.code, error.type].find((one) => Object.hasOwn(FRENCH, one ?? ''));
  return code === undefined ? result : { ...result, error: { ...error, message: FRENCH[code] } };
}
