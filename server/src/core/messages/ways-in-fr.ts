import type { waysInEn } from './ways-in-en.ts';

/** Texts about ways to sign in and the profile, in French. */
export const waysInFr: Record<keyof typeof waysInEn, string> = {
  'waysIn.last':
    'C’est votre dernier moyen de vous connecter. Ajoutez une clé d’accès ou choisissez un mot de passe avant de le supprimer.',
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
  'externalLogins.unverified':
    '{provider} ne confirme pas l’adresse courriel de votre compte. Saisissez plutôt votre adresse.',
  'session.emailNotConfirmed':
    'Confirmez d’abord votre adresse courriel : nous venons de vous envoyer un autre courriel avec un lien. Les liens des courriels précédents fonctionnent aussi.',
  'session.emailNotConfirmedYet':
    'Confirmez d’abord votre adresse courriel avec le lien de l’un des courriels reçus. Vous pourrez en recevoir un autre dans une heure.',
  'externalLogins.taken': 'Ce compte {provider} est associé à un autre utilisateur.',
  'externalLogins.hasAnother': 'Vous avez déjà associé un autre compte {provider}. Retirez-le d’abord.',
  'externalLogins.signedOut': 'Votre session a pris fin entre-temps. Connectez-vous et associez {provider} de nouveau.',
  'link.expired': 'Ce lien a déjà été utilisé ou n’est plus valable. Demandez-en un nouveau.',
  'link.wrongCode':
    'Ce code ne correspond pas à cette adresse ou n’est plus valable. Vérifiez les deux ou demandez un nouveau courriel.',
  'session.invalidCredentials': 'L’identifiant ou le mot de passe est incorrect.',
  'session.password.length': 'Le mot de passe doit compter au moins 8 caractères.',
  'session.password.lowercase': 'Le mot de passe doit contenir une lettre minuscule.',
  'session.password.uppercase': 'Le mot de passe doit contenir une lettre majuscule.',
  'session.password.digit': 'Le mot de passe doit contenir un chiffre.',
  'session.password.special': 'Le mot de passe doit contenir un caractère spécial.',
  'session.password.unique': 'Le mot de passe doit contenir au moins 2 caractères différents.',
  'session.password.tooLong': 'Le mot de passe est trop long.',
  'session.password.common': 'Ce mot de passe est trop courant : il serait parmi les premiers essayés.',
  'session.password.breached':
    'Ce mot de passe figure dans une liste de mots de passe volés. Choisissez-en un que vous n’utilisez nulle part ailleurs.',
  'session.password.weak': 'Ce mot de passe est facile à deviner. Ajoutez des mots ou des caractères inhabituels.',
  'session.password.weak.own':
    'Ce mot de passe est facile à deviner : il est formé de votre nom, de votre adresse ou de votre compte, ou du nom d’un produit ou d’une entreprise.',
  'session.password.weak.date': 'Ce mot de passe est facile à deviner : il est formé d’une date ou d’une année.',
  'session.password.weak.sequence': 'Ce mot de passe est facile à deviner : c’est une suite, ou une rangée de touches.',
  'session.password.weak.repeat': 'Ce mot de passe est facile à deviner : il se répète.',
  'session.password.confirmation': 'Les deux mots de passe ne sont pas identiques.',
  'session.taken': 'La valeur du champ {field} est déjà utilisée.',
  'session.challengeExpired': 'Cette connexion a pris trop de temps ou a été interrompue. Veuillez vous reconnecter.',
  'secondFactor.wrongClock':
    'L’horloge de votre téléphone n’est pas à l’heure. Réglez-la sur l’heure automatique, puis entrez le code suivant.',
  'secondFactor.invalidCode': 'Le code est erroné ou ne fonctionne plus.',
  'secondFactor.length': 'La longueur doit être de 6',
  'secondFactor.incorrectLength': 'Longueur incorrecte',
  'secondFactor.noProvider': 'Aucune méthode choisie',
  'secondFactor.required':
    'Votre compte exige un second facteur. Configurez une autre méthode avant de retirer celle-ci.',
  'session.tryAgain': 'Réessayer',
  'session.actingEnded.timeOver':
    'Les 60 minutes sous l’autre nom sont écoulées : vous voici de nouveau sous le vôtre. Ce qui n’était pas enregistré n’a pas été conservé.',
  'session.actingEnded.ended':
    'Vous n’agissez plus au nom de l’autre personne : vous voici de nouveau sous votre nom. Ce qui n’était pas enregistré n’a pas été conservé.',
  'session.actingAs': 'Vous êtes connecté au nom de {name} ({account}).',
  'profile.wrongPassword': 'Ce n’est pas votre mot de passe.',
  'profile.loginAddress': 'Un identifiant avec @ ne peut être que votre propre adresse courriel.',
  'profile.emailTaken': 'Cette adresse courriel est maintenant utilisée par quelqu’un d’autre.',
  'profile.alreadyJoined': 'Cet utilisateur a déjà un mot de passe.',
  'session.demonstration.owner': 'Propriétaire',
  'session.demonstration.admin': 'Administrateur',
  'session.demonstration.user': 'Utilisateur',
  'session.demonstration.readOnly': 'Lecture seule',
  'session.demonstration.secondAccount': 'Second compte',
  'session.demonstration.operator': 'Opérateur',
};
