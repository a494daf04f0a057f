import type { operatorsEn } from './operators-en.ts';

/** Texts of what operators do, in French. */
export const operatorsFr: Record<keyof typeof operatorsEn, string> = {
  'accounts.hasOperators': 'Des opérateurs sont des utilisateurs de ce compte. Il ne peut pas être désactivé.',
  'session.accountDisabled': 'Votre compte est désactivé. Veuillez communiquer avec nous.',
  'acting.operator': 'Personne ne peut agir au nom d’un opérateur.',
  'acting.cannotSignIn':
    'Cette personne ne peut pas se connecter en ce moment : il est donc impossible d’agir en son nom.',
};
