import type { waysInEn } from './ways-in-en.ts';

/** Texts of passkeys and of logins elsewhere, in French. */
export const waysInFr: Record<keyof typeof waysInEn, string> = {
  'waysIn.last':
    'C’est votre dernier moyen de vous connecter. Ajoutez une clé d’accès ou définissez un mot de passe avant de le supprimer.',
  'passkeys.unnamed': 'Clé d’accès',
  'passkeys.tooMany':
    'Vous avez {most, plural, one {# clé d’accès} other {# clés d’accès}}, soit le maximum. Supprimez-en une d’abord.',
  'passkeys.known': 'Cette clé d’accès est déjà enregistrée.',
  'passkeys.notAdded': 'La clé d’accès n’a pas pu être ajoutée. Réessayez.',
  'passkeys.refused': 'Cette clé d’accès n’a pas été acceptée. Réessayez ou connectez-vous autrement.',
  'passkeys.lastFactor':
    'Votre compte exige un second facteur et cette clé d’accès est le seul que vous ayez. Configurez-en un autre avant de la supprimer.',
  'externalLogins.gone':
    'La visite chez {provider} a duré trop longtemps ou a commencé dans une autre fenêtre. Réessayez.',
  'externalLogins.canceled': 'Vous avez annulé chez {provider}. Rien n’a changé.',
  'externalLogins.away':
    '{provider} ne répond pas en ce moment. Réessayez dans un instant ou connectez-vous autrement.',
  'externalLogins.refused': 'La réponse de {provider} n’a pas pu être vérifiée. Réessayez.',
  'externalLogins.unknown':
    'Aucun utilisateur n’est associé à ce compte {provider}. Connectez-vous autrement, puis associez {provider} dans votre profil.',
  'externalLogins.taken': 'Ce compte {provider} est associé à un autre utilisateur.',
  'externalLogins.hasAnother': 'Vous avez déjà associé un autre compte {provider}. Retirez-le d’abord.',
  'externalLogins.signedOut': 'Votre session a pris fin entre-temps. Connectez-vous et associez {provider} de nouveau.',
};
