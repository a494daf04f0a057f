import type { operatorsEn } from './operators-en.ts';

/** Texts of what operators do, in French. */
export const operatorsFr: Record<keyof typeof operatorsEn, string> = {
  'accounts.hasOperators': 'Des opérateurs sont des utilisateurs de ce compte. Il ne peut pas être désactivé.',
  'companies.slugCharacters':
    'Utilisez des lettres, des chiffres et des traits d’union, et commencez par une lettre ou un chiffre.',
  'companies.slugReserved': 'Le portail se sert lui-même de ce mot. Choisissez-en un autre.',
  'companies.slugTaken': 'Une autre marque a cette adresse. Choisissez-en une autre.',
  'companies.color': 'Écrivez la couleur avec # et six chiffres ou lettres de A à F, par exemple #0b6e4f.',
  'companies.contactUrl':
    'Écrivez une adresse Web qui commence par https://, ou une adresse courriel après mailto:.',
  'companies.logo.format': 'Ce n’est pas une image PNG, JPEG, WebP ou SVG lisible.',
  'companies.logo.pixels': 'Cette image a trop de pixels. Choisissez-en une d’au plus 4 000 sur 4 000.',
  'companies.logo.tooLarge': 'Ce fichier est trop volumineux. Choisissez-en un d’au plus 256 ko.',
  'companies.isDefault': 'Les visiteurs voient la marque par défaut. Elle ne peut pas être supprimée.',
  'companies.hasAccounts': 'Des comptes portent cette marque. Donnez-leur-en une autre avant de la supprimer.',
  'companies.unknown': 'Cette marque n’existe plus. Choisissez-en une autre.',
  'session.accountDisabled': 'Votre compte est désactivé. Veuillez communiquer avec nous.',
  'acting.operator': 'Personne ne peut agir au nom d’un opérateur.',
  'acting.cannotSignIn':
    'Cette personne ne peut pas se connecter en ce moment : il est donc impossible d’agir en son nom.',
  'report.cancellation.at': 'Date ({zone})',
  'report.cancellation.account': 'Compte',
  'report.cancellation.product': 'Produit',
  'report.cancellation.plan': 'Forfait',
  'report.cancellation.reason': 'Raison',
  'report.cancellation.comment': 'Commentaire',
  'report.cancellation.outcome': 'Résultat',
  'report.cancellation.amountPerMonth': 'Payé par mois',
  'report.cancellation.currency': 'Devise',
  'cancellation.outcome.canceled': 'Annulé',
  'cancellation.outcome.restored': 'Rétabli',
  'cancellation.outcome.saved': 'Conservé grâce à une offre',
  'cancellation.reason.tooExpensive': 'Trop cher',
  'cancellation.reason.unused': 'Pas assez utilisé',
  'cancellation.reason.missingFeatures': 'Il manque quelque chose',
  'cancellation.reason.switchedService': 'Utilise autre chose',
  'cancellation.reason.tooComplex': 'Trop compliqué',
  'cancellation.reason.lowQuality': 'Ne fonctionne pas assez bien',
  'cancellation.reason.customerService': 'N’a pas été bien aidé',
  'cancellation.reason.other': 'Une autre raison',
};
