import type { usersEn } from './users-en.ts';

/** Texts about users and what their admins change, in French. */
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
  'user.passwordOfOther':
    'Le mot de passe de cet administrateur a été choisi par quelqu’un d’autre. Demandez-lui d’en choisir un d’abord, dans son profil ou avec « Mot de passe oublié ».',
  'user.unknownFeature': 'Le compte n’a pas l’une de ces fonctionnalités.',
  'user.unknownProduct': 'L’un de ces produits n’existe plus. Rechargez la page.',
  'mail.ownershipTransferred.label': 'Transfert de propriété',
  'mail.ownershipTransferred.subject.new': 'Vous êtes maintenant propriétaire du compte {accountName} chez {company}',
  'mail.ownershipTransferred.subject.former': 'Vous n’êtes plus propriétaire du compte {accountName} chez {company}',
  'mail.ownershipTransferred.text.new':
    '{otherName} a fait de vous le propriétaire du compte {accountName}. L’accès du propriétaire ne peut pas être retiré, et lui seul peut transférer la propriété.',
  'mail.ownershipTransferred.text.former':
    '{otherName} est maintenant propriétaire du compte {accountName}. Vous en restez administrateur.',
  'mail.ownershipTransferred.breakGlass':
    'L’authentification unique est exigée dans ce compte, et le code de secours de l’ancien propriétaire ne fonctionne plus. Créez le vôtre sur la page d’un fournisseur externe : il vous laisse entrer quand le fournisseur fait défaut.',
  'mail.ownershipTransferred.unlinked':
    'Votre connexion avec {providers} a été supprimée, car un autre administrateur l’a configurée. Pour l’utiliser de nouveau, enregistrez d’abord ses réglages en tant que propriétaire.',
  'mail.ownershipTransferred.ifNot':
    'Si vous ne vous y attendiez pas, parlez-en tout de suite aux administrateurs de votre compte et à nous.',
  'mail.ownershipTransferred.button': 'Voir les utilisateurs',
  'mail.adminsAdded.label': 'Nouvel administrateur',
  'mail.adminsAdded.subject':
    'Votre compte a {count, plural, one {un nouvel administrateur} other {# nouveaux administrateurs}}',
  'mail.adminsAdded.text':
    '{actorName} a donné le rôle d’administrateur du compte {accountName} à {count, plural, one {cette personne} other {ces personnes}}. Les administrateurs ont toutes les fonctionnalités et tous les produits, et gèrent les autres utilisateurs.',
  'mail.adminsAdded.ifNot':
    'Si vous ne vous y attendiez pas, désactivez cet utilisateur, mettez fin aux sessions de la personne à l’origine du changement et choisissez un nouveau mot de passe pour elle.',
  'mail.changedByAdmin.label': 'Changement par un administrateur',
  'mail.changedByAdmin.subject.password': 'Un administrateur a changé votre mot de passe pour {company}',
  'mail.changedByAdmin.subject.secondFactor': 'Un administrateur a réinitialisé votre second facteur pour {company}',
  'mail.changedByAdmin.subject.email': 'Un administrateur a changé votre adresse courriel pour {company}',
  'mail.changedByAdmin.text.password':
    '{adminName} a choisi un nouveau mot de passe pour vous dans le compte {accountName}. Toutes vos sessions ont pris fin. Connectez-vous avec le mot de passe que l’on vous donne, puis changez-le dans votre profil.',
  'mail.changedByAdmin.text.secondFactor':
    '{adminName} a retiré vos seconds facteurs, vos codes de récupération et vos clés d’accès dans le compte {accountName}. Toutes vos sessions ont pris fin. Configurez de nouveau un second facteur après vous être connecté.',
  'mail.changedByAdmin.text.email':
    '{adminName} a remplacé cette adresse par une autre dans le compte {accountName}. Vos courriels sont envoyés à la nouvelle adresse.',
  'mail.removedOthers':
    'Vos clés d’accès et vos connexions par d’autres services ont été supprimées, au cas où quelqu’un d’autre en aurait ajouté. Ajoutez-les de nouveau dans votre profil.',
  'mail.changedByAdmin.ifNot': 'Si vous ne vous y attendiez pas, demandez à {adminName}.',
  'mail.changedByAdmin.button': 'Se connecter',
  'user.operatorEmail':
    'Les opérateurs changent leur propre adresse courriel dans leur profil. Si cet opérateur ne peut plus se connecter, désactivez-le et ajoutez-le avec la nouvelle adresse.',
  'user.ownInProfile': 'Modifiez ceci dans votre propre profil.',
  'user.foreignDomain': 'Cette adresse appartient au domaine d’une autre organisation.',
  'user.loginAddress': 'Un identifiant avec @ ne peut être que l’adresse courriel de l’utilisateur.',
  'permission.customerAdmin.title': 'Administration du compte',
  'permission.customerAdmin.description': 'Utilisateurs, commandes, licences et identifiants matériels du compte.',
  'permission.billing.title': 'Facturation',
  'permission.billing.description':
    'Abonnements, factures, paiements et cartes. Exige l’administration du compte, qui est cochée en même temps.',
  'permission.changePassword.title': 'Changer son mot de passe',
  'permission.changePassword.description': 'Choisir un nouveau mot de passe dans le profil.',
  'permission.changeExternalLogins.title': 'Changer ses connexions externes',
  'permission.changeExternalLogins.description': 'Associer et retirer des connexions externes dans le profil.',
  'defaults.notOffered': 'Le compte n’a plus l’une de ces fonctionnalités. Rechargez la page.',
  'defaults.unknownProduct': 'L’un de ces produits n’est plus vendu. Rechargez la page.',
  'import.empty': 'Le fichier est vide.',
  'import.noUsers': 'Le fichier a un en-tête, mais aucun utilisateur.',
  'import.notUtf8': 'Le fichier n’est pas en UTF-8. Enregistrez-le comme « CSV UTF-8 » et choisissez-le de nouveau.',
  'import.tooWide': 'Le fichier a plus de {most, number} colonnes.',
  'import.tooLong': 'Le fichier a plus de {most, number} utilisateurs. Importez-les en plusieurs fichiers.',
  'import.quotes':
    'Les guillemets de la ligne {line, number} ne sont pas en ordre : le fichier est illisible à partir de là.',
  'import.columnTwice': 'La colonne {column} figure deux fois.',
  'import.columnsMissing':
    '{count, plural, one {La colonne {columns} manque} other {Ces colonnes manquent : {columns}}}. La première ligne du fichier doit nommer les colonnes.',
  'import.cells':
    'La ligne a plus de cellules que l’en-tête. Mettez entre guillemets les textes qui contiennent un séparateur.',
  'import.flag': 'Le champ {field} doit être oui ou non.',
  'import.date': 'Le champ {field} doit être une date telle que 2030-12-31.',
  'import.datePast': 'Le champ {field} doit être dans l’avenir.',
  'import.twice': 'La valeur de {field} figure déjà à la ligne {line, number}.',
  'import.refused': 'Rien n’a été importé : des lignes du fichier demandent votre attention.',
  'invitation.inactive': 'Cet utilisateur est inactif. Activez-le d’abord.',
  'invitation.often': '{email} a reçu {limit} invitations en 24 heures. Invitez de nouveau cette personne demain.',
  'invitation.youngAccount':
    'Une nouvelle organisation qui n’a encore rien payé peut envoyer {limit} invitations par jour, et moins si certaines ne peuvent être remises. Réessayez demain ou communiquez avec nous.',
  'report.user.login': 'Identifiant',
  'report.user.email': 'Courriel',
  'report.user.firstName': 'Prénom',
  'report.user.lastName': 'Nom',
  'report.user.phone': 'Téléphone',
  'report.user.comments': 'Commentaires',
  'report.user.role': 'Rôle',
  'report.user.readOnly': 'Lecture seule',
  'report.user.status': 'État',
  'report.user.expiration': 'Fin de l’accès ({zone})',
  'report.user.lastLogin': 'Dernière connexion ({zone})',
  'report.user.role.owner': 'Propriétaire',
  'report.user.role.admin': 'Administrateur',
  'report.user.role.user': 'Utilisateur',
  'report.user.status.active': 'Actif',
  'report.user.status.inactive': 'Inactif',
  'report.user.status.invited': 'Invité',
};
