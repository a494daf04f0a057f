import type { productTokensEn } from './product-tokens-en.ts';

/** Texts about product tokens, in French. */
export const productTokensFr: Record<keyof typeof productTokensEn, string> = {
  'productTokens.notHeld': 'Votre compte n’a jamais eu ce produit : aucun jeton ne peut être créé pour celui-ci.',
  'productTokens.tooMany':
    'Un compte a au plus {most, number} jetons par produit. Supprimez-en un qui ne fonctionne plus.',
  'productTokens.notWorking': 'Ce jeton ne fonctionne plus. Ajoutez-en un nouveau.',
  'productTokens.beingReplaced': 'Un autre jeton remplace déjà celui-ci.',
  'productTokens.notReplaced': 'Il n’y a rien à terminer : aucun autre jeton ne remplace celui-ci.',
  'productTokens.datePast': 'Choisissez un jour qui n’est pas passé. Les jours sont comptés en UTC.',
};
