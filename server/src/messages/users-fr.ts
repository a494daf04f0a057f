import type { usersEn } from './users-en.ts';

/** The same texts in French. */
export const usersFr: Record<keyof typeof usersEn, string> = {
  'user.ownerOnly': 'Seul le propriétaire peut modifier ses propres coordonnées.',
  'user.operator': 'Les utilisateurs du personnel du fournisseur ne sont pas modifiés ici.',
  'user.ownWaysIn': 'Changez votre propre mot de passe, votre second facteur et vos sessions dans votre profil.',
  'user.adminHasAll':
    'Les administrateurs ont toutes les fonctionnalités, toutes les autorisations et tous les produits.',
  'user.ownerStays': 'Le propriétaire garde un accès complet. Transférez d’abord la propriété.',
  'user.lastAdmin':
    'C’est le dernier administrateur actif du compte. Nommez d’abord un autre utilisateur administrateur.',
  'user.lastOperator': 'C’est le dernier opérateur qui peut continuer. Il ne resterait personne pour gérer le portail.',
  'user.notYourself': 'Vous ne pouvez pas vous désactiver vous-même.',
  'user.expDatePast': 'L’accès ne peut prendre fin que dans l’avenir.',
  'user.ownerTransfers': 'Seul le propriétaire peut transférer la propriété.',
  'user.ownerChanged': 'La propriété a été transférée entre-temps. Rechargez la page.',
  'user.alreadyOwner': 'Cet utilisateur est déjà le propriétaire.',
  'user.notActiveAdmin':
    'Seul un administrateur actif peut devenir propriétaire : ni en lecture seule, ni avec une fin d’accès. Changez d’abord cela.',
  'user.unknownFeature': 'Le compte n’a pas l’une de ces fonctionnalités.',
  'user.unknownProduct': 'L’un de ces produits n’existe plus. Rechargez la page.',
  'mail.ownershipTransferred.label': 'Transfert de propriété',
  'mail.ownershipTransferred.subject.new': 'Vous êtes maintenant propriétaire du compte {accountName} chez {company}',
  'mail.ownershipTransferred.subject.former': 'Vous n’êtes plus propriétaire du compte {accountName} chez {company}',
  'mail.ownershipTransferred.text.new':
    '{otherName} a fait de vous le propriétaire du compte {accountName}. L’accès du propriétaire ne peut pas être retiré, et lui seul peut transférer la propriété.',
  'mail.ownershipTransferred.text.former':
    '{otherName} est maintenant propriétaire du compte {accountName}. Vous en restez administrateur.',
  'mail.ownershipTransferred.ifNot':
    'Si vous ne vous y attendiez pas, parlez-en tout de suite aux administrateurs de votre compte et à nous.',
  'mail.ownershipTransferred.button': 'Voir les utilisateurs',
  'mail.changedByAdmin.label': 'Changement par un administrateur',
  'mail.changedByAdmin.subject.password': 'Un administrateur a changé votre mot de passe pour {company}',
  'mail.changedByAdmin.subject.secondFactor': 'Un administrateur a réinitialisé votre second facteur pour {company}',
  'mail.changedByAdmin.text.password':
    '{adminName} a choisi un nouveau mot de passe pour vous dans le compte {accountName}. Toutes vos sessions ont pris fin. Connectez-vous avec le mot de passe que l’on vous donne, puis changez-le dans votre profil.',
  'mail.changedByAdmin.text.secondFactor':
    '{adminName} a retiré vos seconds facteurs et vos codes de récupération dans le compte {accountName}. Toutes vos sessions ont pris fin. Configurez de nouveau un second facteur après vous être connecté.',
  'mail.changedByAdmin.ifNot': 'Si vous ne vous y attendiez pas, demandez à {adminName}.',
  'mail.changedByAdmin.button': 'Se connecter',
};
