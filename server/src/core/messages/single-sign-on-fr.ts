import type { singleSignOnEn } from './single-sign-on-en.ts';

export const singleSignOnFr: Record<keyof typeof singleSignOnEn, string> = {
  'sso.continue': 'Continuer',
  'sso.choose': 'Choisissez comment vous connecter à {account}',
  'sso.confirmEntry': 'Se connecter à {account} avec {provider} ?',
  'sso.switch': 'Vous êtes connecté à {current}. Si vous vous connectez à {account}, cette session prendra fin.',
  'sso.signInWith': 'Se connecter avec {provider}',
  'sso.away': '{provider} ne répond pas pour le moment. Réessayez dans quelques minutes.',
  'sso.canceled': 'Vous avez annulé chez {provider}. Vous n’êtes pas connecté.',
  'sso.gone':
    'Cette connexion a pris trop de temps, a été commencée dans une autre fenêtre ou n’est plus offerte. Connectez-vous de nouveau.',
  'sso.personRefused':
    '{provider} ne vous donne pas accès à ce portail. Demandez à vos administrateurs de vous y donner accès.',
  'sso.emailMissing':
    '{provider} n’a pas transmis votre adresse courriel. Demandez à vos administrateurs de la faire transmettre.',
  'sso.emailUnproved':
    'L’adresse courriel transmise par {provider} n’est pas d’un domaine dont votre entreprise a prouvé la propriété. Demandez à vos administrateurs de l’ajouter.',
  'sso.emailOfOtherAccount':
    'Votre adresse courriel appartient à un utilisateur d’un autre compte ici. Connectez-vous-y avec votre mot de passe.',
  'sso.personKnownOtherwise':
    'L’utilisateur qui a votre adresse courriel est associé à une autre personne chez {provider}. Vos administrateurs ont été avisés : demandez-leur de dissocier cet utilisateur.',
  'sso.ownerUnconfirmed':
    'Le propriétaire du compte n’a pas encore confirmé {provider}. Connectez-vous avec votre mot de passe, ouvrez la page du fournisseur et enregistrez-la une fois.',
  'sso.personUnknown':
    '{provider} vous connaît, mais vous n’avez pas encore d’utilisateur ici. Demandez à vos administrateurs de vous ajouter.',
  'sso.personDisabled':
    'Votre utilisateur ne peut pas se connecter avec {provider}. Demandez à vos administrateurs de l’activer.',
  'sso.refused':
    'Vous n’êtes pas connecté : la réponse de {provider} n’a pas pu être acceptée. Vos administrateurs en voient la raison auprès du fournisseur d’identité, sous Connexions.',
  'sso.breakGlassRefused':
    'L’identifiant, le mot de passe ou le code est incorrect, ou l’authentification unique n’est pas exigée ici.',
  'sso.ownerCode': 'En attendant, le propriétaire du compte peut se connecter avec le code de secours.',
  'sso.otherWays': 'En attendant, vous pouvez vous connecter autrement.',
};
