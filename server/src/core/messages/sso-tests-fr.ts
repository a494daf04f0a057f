import type { ssoTestsEn } from './sso-tests-en.ts';

/** Texts about test sign-ins, in French. */
export const ssoTestsFr: Record<keyof typeof ssoTestsEn, string> = {
  'ssoTest.incomplete': 'Enregistrez d’abord l’adresse du fournisseur, l’ID client et le secret client.',
  'ssoTest.over': 'L’essai est terminé',
  'ssoTest.overText':
    'Vous pouvez fermer cette fenêtre. Le portail montre ce que le fournisseur a répondu. Personne n’a été connecté.',
  'ssoPreview.unreadable': 'Ce n’est ni un jeton d’identité ni ses revendications en JSON.',
};
