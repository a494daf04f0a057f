import type { catalogEn } from './catalog-en.ts';

export const catalogFr = {
  'catalog.underWay': 'Une version du catalogue est en cours de publication. Réessayez quand ce sera fait.',
  'catalog.overtaken':
    'Quelqu’un a publié une autre version du catalogue entre-temps. Regardez ce qui a changé, puis réessayez.',
  'catalog.noVersion':
    'Le portail ne conserve encore aucune version de ce catalogue. Appliquez son fichier une fois de plus : npm run catalog -- apply FICHIER.',
  'catalog.changedElsewhere':
    'Ce brouillon a été modifié dans un autre onglet. Rechargez-le ; ce que vous avez saisi reste ici d’ici là.',
  'catalog.nothingChanged': 'Le brouillon ne change rien.',
  'catalog.problems': 'Le brouillon ne peut pas être publié tant qu’il a des problèmes.',
  'catalog.conflicts': 'Vous avez modifié les mêmes valeurs tous les deux. Choisissez lesquelles garder, puis publiez.',
  'catalog.planConflict':
    'Quelqu’un a modifié les mêmes valeurs de ce forfait entre-temps. Ce que vous avez saisi est gardé : enregistrez de nouveau pour remplacer les siennes.',
  'catalog.planFieldNow': 'Remplacé entre-temps par « {value} ». Enregistrez de nouveau pour garder votre valeur.',
  'catalog.planFieldChanged': 'Modifié entre-temps. Enregistrez de nouveau pour garder votre valeur.',
  'catalog.notWaiting': 'Cette version est publiée ou abandonnée : regardez-la de nouveau.',
  'catalog.failedUnavailable': 'Stripe n’a répondu à aucune tentative. Réessayez, ou publiez autre chose.',
  'catalog.failedGivenUp': 'Elle a été abandonnée. La clientèle voit le catalogue précédent.',
  'catalog.failedOvertaken':
    'Une autre version a été publiée entre-temps. Publiez de nouveau pour y ajouter vos changements.',
  'catalog.failedInvalid': 'Le catalogue ne le permet plus : {field}',
  'catalog.failedRefused': 'Stripe l’a refusé : {message}',
  'catalog.keyMissing': 'Donnez-lui un identifiant.',
  'catalog.keyTaken': 'Autre chose a cet identifiant.',
  'catalog.listLongest': 'Il peut y en avoir {most} au plus.',
  'catalog.malformed': 'Ceci n’a pas la forme que le catalogue prévoit ici.',
  'catalog.entryTooLarge': 'Cet élément compte plus de {most} valeurs.',
  'catalog.defaultNickname': 'Mensuel',
} as const satisfies Record<keyof typeof catalogEn, string>;
