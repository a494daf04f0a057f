export const TYPES = ['card', 'cardNumber', 'cardExpiry', 'cardCvc'];
export const TITLES = {
  en: {
    card: 'Secure card payment input frame',
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
    challenge: 'Authentication by your bank',
  },
  fr: {
    card: 'Cadre sécurisé pour la saisie du paiement par carte',
    cardNumber: 'Cadre sécurisé pour la saisie du numéro de carte',
    cardExpiry: "Cadre sécurisé pour la saisie de la date d'expiration",
    cardCvc: 'Cadre sécurisé pour la saisie du code de sécurité CVC',
    challenge: 'Authentification par votre banque',
  },
};
export const CLASSES = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
  webkitAutofill: 'StripeElement--webkit-autofill',
};

export class IntegrationError extends Error {
  name = 'IntegrationError';
}

export const languageOf = (locale) => {
  const wanted = !locale || locale === 'auto' ? navigator.language : locale;
  return String(wanted).toLowerCase().startsWith('fr') ? 'fr' : 'en';
};
