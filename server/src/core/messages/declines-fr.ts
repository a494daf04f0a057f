const declined = 'Votre carte a été refusée.';
const notAuthenticated =
  'Nous ne pouvons pas authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.';
const toConfirm = 'Le paiement doit être confirmé auprès de l’émetteur de votre carte avant d’être effectué.';

/**
 * French texts for declined cards, by the provider's reason or the error's code. Otherwise the provider's own message
 * is used (CARD-11). Reasons that only a bank should give, such as a stolen card, have the general text.
 * https://docs.stripe.com/declines/codes
 */
export const declinesInFrench: Readonly<Record<string, string>> = {
  card_declined: declined,
  generic_decline: declined,
  lost_card: declined,
  stolen_card: declined,
  fraudulent: declined,
  highest_risk_level: declined,
  elevated_risk_level: declined,
  approve_with_id: declined,
  call_issuer: declined,
  do_not_honor: declined,
  do_not_try_again: declined,
  invalid_account: declined,
  invalid_amount: declined,
  issuer_not_available: declined,
  merchant_blacklist: declined,
  new_account_information_available: declined,
  no_action_taken: declined,
  not_permitted: declined,
  pickup_card: declined,
  reenter_transaction: declined,
  restricted_card: declined,
  revocation_of_all_authorizations: declined,
  revocation_of_authorization: declined,
  security_violation: declined,
  service_not_allowed: declined,
  stop_payment_order: declined,
  transaction_not_allowed: declined,
  try_again_later: declined,
  withdrawal_count_limit_exceeded: declined,
  test_mode_live_card:
    'Votre carte a été refusée. Seules les cartes de test peuvent être utilisées ici, par exemple 4242 4242 4242 4242.',
  testmode_decline: 'Votre carte a été refusée : c’est une carte de test.',
  authentication_required: 'Votre carte a été refusée. Cette transaction exige une authentification.',
  authentication_not_handled: 'Votre carte a été refusée. Cette transaction exige une authentification.',
  subscription_payment_intent_requires_action: toConfirm,
  invoice_payment_intent_requires_action: toConfirm,
  payment_intent_authentication_failure: notAuthenticated,
  setup_intent_authentication_failure: notAuthenticated,
  card_not_supported: 'Votre carte ne permet pas ce type d’achat.',
  currency_not_supported: 'Votre carte ne prend pas en charge cette devise.',
  card_velocity_exceeded: 'Votre carte a été refusée : une limite de dépenses ou de crédit est atteinte.',
  duplicate_transaction: 'Votre carte a été refusée : un paiement du même montant vient d’être fait avec elle.',
  incorrect_number: 'Le numéro de votre carte est incorrect.',
  invalid_number: 'Le numéro de votre carte n’est pas valide.',
  invalid_expiry_month: 'Le mois d’expiration de votre carte n’est pas valide.',
  invalid_expiry_month_past: 'La date d’expiration de votre carte est passée.',
  invalid_expiry_year: 'L’année d’expiration de votre carte n’est pas valide.',
  invalid_expiry_year_past: 'L’année d’expiration de votre carte est passée.',
  invalid_cvc: 'Le code de sécurité de votre carte n’est pas valide.',
  incorrect_zip: 'Le code postal de votre carte est incorrect.',
  incorrect_address: 'L’adresse de votre carte est incorrecte.',
  incorrect_pin: 'Le NIP de votre carte est incorrect.',
  invalid_pin: 'Le NIP de votre carte est incorrect.',
  offline_pin_required: 'Votre carte a été refusée : elle demande un NIP.',
  online_or_offline_pin_required: 'Votre carte a été refusée : elle demande un NIP.',
  pin_try_exceeded: 'Le nombre d’essais du NIP de votre carte est dépassé.',
  insufficient_funds: 'Les fonds disponibles sur votre carte sont insuffisants.',
  expired_card: 'Votre carte a expiré.',
  incorrect_cvc: 'Le code de sécurité de votre carte est incorrect.',
  processing_error: 'Une erreur s’est produite lors du traitement de votre carte. Réessayez dans un instant.',
};

/** The code that selects the text of a decline: the reason, or the error's code if the reason is missing or unknown. */
export function declineReason(reason: string | null | undefined, code: string | null | undefined): string | undefined {
  const given = [reason, code].filter((one) => typeof one === 'string');
  return given.find((one) => declineInFrench(one) !== undefined) ?? given[0];
}

/** The French text for a decline; undefined for an unknown code. */
export function declineInFrench(declineCode: string): string | undefined {
  return Object.hasOwn(declinesInFrench, declineCode) ? declinesInFrench[declineCode] : undefined;
}
