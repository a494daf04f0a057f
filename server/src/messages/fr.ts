import type { en } from './en.ts';

/** The same texts in French. */
export const fr: Record<keyof typeof en, string> = {
  'problem.badRequest': 'La demande n’a pas pu être comprise.',
  'problem.validation': 'Certaines valeurs demandent votre attention.',
  'problem.unauthorized': 'Veuillez vous connecter.',
  'problem.forbidden': 'Vous n’avez pas les autorisations nécessaires',
  'problem.readOnly':
    'Votre accès est en lecture seule. Demandez cette modification à un administrateur de votre compte.',
  'problem.notWhileActing': 'Cette action est impossible tant que vous êtes connecté au nom d’une autre personne.',
  'problem.antiForgery': 'Cette page n’est plus à jour. Rechargez-la et réessayez.',
  'problem.notFound': 'Cet élément est introuvable.',
  'problem.conflict': 'Quelqu’un d’autre a modifié cet élément entre-temps. Rechargez la page et réessayez.',
  'problem.tooManyRequests':
    'Trop de tentatives. Veuillez patienter {seconds, plural, one {# seconde} other {# secondes}}.',
  'problem.tooLarge': 'Cet envoi est trop volumineux.',
  'problem.unavailable': 'Notre base de données ne répond pas pour le moment. Réessayez dans un instant.',
  'problem.busy': 'Le service est très sollicité en ce moment. Réessayez dans un instant.',
  'problem.providerUnavailable': 'Le service de paiement ne répond pas pour le moment. Réessayez dans un instant.',
  'problem.internal': 'Une erreur s’est produite.',
  'validation.required': 'Le champ {field} est obligatoire.',
  'validation.email': 'Le champ {field} n’est pas une adresse e-mail valide.',
  'validation.url': 'Le champ {field} n’est pas une adresse web valide.',
  'validation.tooShort':
    'Le champ {field} doit compter au moins {minimum, plural, one {# caractère} other {# caractères}}.',
  'validation.tooLong':
    'Le champ {field} doit compter au plus {maximum, plural, one {# caractère} other {# caractères}}.',
  'validation.tooSmall': 'Le champ {field} doit valoir au moins {minimum, number}.',
  'validation.tooBig': 'Le champ {field} doit valoir au plus {maximum, number}.',
  'validation.number': 'Le champ {field} doit être un nombre.',
  'validation.whole': 'Le champ {field} doit être un nombre entier.',
  'validation.choice': 'Le champ {field} doit être l’une des valeurs suivantes : {choices}.',
  'validation.format': 'Le champ {field} n’est pas valide.',
  'catalog.notForSale': 'Ce forfait ne peut pas être acheté pour le moment. Choisissez-en un autre ou contactez-nous.',
  'catalog.onePricePlan': 'Choisissez exactement un tarif d’un seul forfait.',
  'catalog.unknownPrice': 'Ce tarif n’appartient pas au forfait choisi.',
  'catalog.oneAddonPrice': 'Choisissez un seul tarif par option.',
  'catalog.inactiveAddon': 'Cette option n’est pas disponible pour le moment.',
  'catalog.reduceDevices':
    '{used, plural, one {# appareil est utilisé} other {# appareils sont utilisés}}. Réduisez le nombre d’appareils utilisés avant d’en choisir moins.',
  'catalog.subscriptionMissing': '{product} nécessite un abonnement. Choisissez un forfait pour l’utiliser.',
  'catalog.subscriptionExpired':
    'Votre abonnement à {product} a pris fin. Choisissez un forfait pour continuer à l’utiliser.',
  'catalog.paymentFailed':
    'Le paiement de {product} avec votre carte {brand} se terminant par {last4} a échoué. Mettez à jour le moyen de paiement pour conserver votre abonnement, ou écrivez à notre service de facturation : {contact}.',
};
