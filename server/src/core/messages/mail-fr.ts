import type { mailEn } from './mail-en.ts';

/** Texts of mails and text messages in French. Subjects never contain a code or a link (MAIL-7). */
export const mailFr: Record<keyof typeof mailEn, string> = {
  'legal.textChanged': 'Ce texte a changé entre-temps. Veuillez le vérifier de nouveau avant d’envoyer l’avis.',
  'legal.noticeSent': '{by} a envoyé cet avis le {at}.',
  'legal.noticeSentUnknown': 'Cet avis a été envoyé le {at}.',
  'mail.legalTextChanged.label': 'Texte juridique modifié',
  'mail.legalTextChanged.terms.subject': '{company} a modifié ses conditions d’utilisation',
  'mail.legalTextChanged.privacy.subject': '{company} a modifié sa politique de confidentialité',
  'mail.legalTextChanged.subscriptionTerms.subject': '{company} a modifié ses conditions d’abonnement',
  'mail.legalTextChanged.text': 'Vous recevez cet avis en tant que propriétaire du compte {accountName}.',
  'mail.legalTextChanged.updated': 'Dernière modification',
  'mail.legalTextChanged.button': 'Lire le texte',
  'mail.notRepeatable': 'Ce message ne peut pas être renvoyé : il est encore en route, ou son contenu a été supprimé.',
  'mail.yes': 'Oui',
  'mail.no': 'Non',
  'mail.footer': 'Message automatique de {company}.',
  'mail.plainLink': 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  'mail.linkCode': 'Si la page qui s’ouvre indique que l’adresse est incomplète, saisissez-y ce code : {code}',
  'mail.linkLives':
    'Ce lien est valable une seule fois, pendant {minutes, plural, =60 {une heure} one {# minute} other {# minutes}} à partir de votre demande.',
  'mail.codeLives': 'Ce code est valable une seule fois, pendant {minutes, plural, one {# minute} other {# minutes}}.',
  'mail.unknown': 'Inconnu',
  'mail.fact.account': 'Compte',
  'mail.fact.product': 'Produit',
  'mail.fact.plan': 'Forfait',
  'mail.fact.name': 'Nom',
  'mail.fact.email': 'Courriel',
  'mail.fact.phone': 'Téléphone',
  'mail.fact.interview': 'Souhaite une entrevue',
  'mail.fact.login': 'Identifiant',
  'mail.fact.when': 'Date et heure',
  'mail.fact.device': 'Appareil',
  'mail.fact.address': 'Adresse IP',
  'mail.fact.invoice': 'Facture',
  'mail.fact.amount': 'Montant dû',
  'mail.fact.nextTry': 'Prochaine tentative',
  'mail.fact.card': 'Carte',
  'mail.fact.expiry': 'Expiration',
  'mail.fact.nextCharge': 'Prochain paiement',
  'mail.fact.worksUntil': 'Fonctionne jusqu’au',
  'mail.fact.operator': 'Connexion par',
  'mail.fact.actedAs': 'Au nom de',
  'mail.fact.until': 'Au plus tard jusqu’à',
  'mail.fact.reason': 'Raison',
  'mail.fact.paidToday': 'Payé aujourd’hui',
  'mail.fact.orderedBy': 'Commandé par',
  'mail.actingPurchase.label': 'Achat du soutien au nom d’une personne',
  'mail.actingPurchase.subject': 'Notre soutien a acheté {product} pour vous',
  'mail.actingPurchase.heading': 'Notre soutien a fait un achat dans votre compte',
  'mail.actingPurchase.text':
    '{operatorName}, de notre soutien, agissait au nom de {userName} et a acheté ce qui suit, à la demande de la personne indiquée ci-dessous.',
  'mail.actingStarted.label': 'Connexion du soutien au nom d’une personne',
  'mail.actingStarted.subject': 'Notre soutien s’est connecté au nom de {userName}',
  'mail.actingStarted.heading': 'Notre soutien s’est connecté à votre compte',
  'mail.actingStarted.text':
    'Quelqu’un de {company} s’est connecté au compte {accountName} au nom d’une personne, pour vous aider. On y voit et y fait ce que cette personne peut faire, mais sans pouvoir changer de mot de passe, de second facteur, d’adresse courriel, de carte ni de propriétaire.',
  'mail.actingStarted.log': 'Tout ce qui est fait figure au journal de votre compte, avec le nom et la raison.',
  'mail.actingStarted.button': 'Voir ce qui a été fait',
  'mail.actingStarted.ifNot': 'Si vous ne vous y attendiez pas, répondez à ce courriel.',
  'mail.closingContact.label': 'Contact avant la fermeture d’un compte',
  'mail.closingContact.subject': '{accountName} souhaite vous parler avant de fermer son compte',
  'mail.closingContact.heading': 'Un client souhaite vous parler',
  'mail.closingContact.text':
    '{name}, du compte {accountName}, a annulé l’abonnement à {productName} et souhaite vous parler avant la fermeture du compte.',
  'mail.closingContact.answer': 'Répondez à ce message pour écrire à {name}.',
  'mail.signOnRequired.label': 'Connexion avec le fournisseur d’identité',
  'mail.signOnRequired.subject': 'Comment vous connecter à {company}',
  'mail.signOnRequired.heading': 'Vous vous connectez ici sans mot de passe',
  'mail.signOnRequired.text':
    'Quelqu’un a demandé un nouveau mot de passe pour {login} chez {company}. Les personnes du compte {accountName} se connectent avec le fournisseur d’identité de leur entreprise : il n’y a pas de mot de passe à choisir.',
  'mail.signOnRequired.button': 'Se connecter',
  'mail.passwordReset.label': 'Réinitialisation du mot de passe',
  'mail.passwordReset.subject': 'Choisissez un nouveau mot de passe pour {company}',
  'mail.passwordReset.heading': 'Choisissez un nouveau mot de passe',
  'mail.passwordReset.text': 'Quelqu’un a demandé un nouveau mot de passe pour {login} chez {company}.',
  'mail.passwordReset.button': 'Choisir un mot de passe',
  'mail.passwordReset.ignore': 'Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.',
  'mail.signInCode.label': 'Code de connexion',
  'mail.signInCode.subject': 'Votre code pour {company}',
  'mail.signInCode.heading': 'Votre code',
  'mail.signInCode.text': 'Saisissez ce code pour continuer chez {company} :',
  'mail.signInCode.ignore':
    'Ne le donnez à personne : nous ne le demandons jamais. Si vous n’avez pas demandé de code, quelqu’un connaît votre mot de passe. Changez-le.',
  'mail.signInCode.asText':
    '{company} : votre code est {code}, valable {minutes, plural, one {# minute} other {# minutes}}. Ne le donnez à personne.',
  'mail.invitation.label': 'Invitation',
  'mail.invitation.subject': 'Invitation à rejoindre « {accountName} » chez {company}',
  'mail.invitation.heading': 'Bienvenue chez {accountName}',
  'mail.invitation.text':
    '{inviterName} vous a ajouté au compte {accountName} chez {company}. Choisissez un mot de passe pour pouvoir vous connecter.',
  'mail.invitation.textOfAdmin':
    'Un administrateur du compte {accountName} vous y a ajouté chez {company}. Choisissez un mot de passe pour pouvoir vous connecter.',
  'mail.invitation.button': 'Choisir un mot de passe',
  'mail.daysLive': 'Ce lien est valable une seule fois, pendant {days, plural, one {# jour} other {# jours}}.',
  'mail.securityNotice.label': 'Avis de sécurité',
  'mail.securityNotice.password': 'Votre mot de passe pour {company} a été changé',
  'mail.securityNotice.secondFactor': 'Votre second facteur pour {company} a été changé',
  'mail.securityNotice.recoveryCodes': 'Vous avez de nouveaux codes de récupération pour {company}',
  'mail.securityNotice.recoveryCodeUsed': 'Quelqu’un s’est connecté à {company} avec l’un de vos codes de récupération',
  'mail.securityNotice.breakGlassTries':
    'Quelqu’un a tenté plusieurs fois de se connecter à {company} en votre nom avec un mot de passe ou un code de secours erroné',
  'mail.securityNotice.factorClosed':
    'L’une de vos méthodes de vérification pour {company} a été bloquée après trop de codes erronés',
  'mail.securityNotice.passkeys': 'Vos clés d’accès pour {company} ont été changées',
  'mail.securityNotice.login': 'Votre identifiant pour {company} a été changé',
  'mail.securityNotice.externalLogins': 'Les comptes avec lesquels vous vous connectez à {company} ont été changés',
  'mail.securityNotice.emailTakenBack': 'Votre ancienne adresse courriel pour {company} est de nouveau utilisée',
  'mail.securityNotice.emailFollowed':
    'Votre adresse courriel pour {company} a été remplacée par celle de votre organisation',
  'mail.securityNotice.passkeysRemoved': 'Toutes vos clés d’accès ont été supprimées.',
  'mail.securityNotice.externalLoginsRemoved': 'Toutes vos connexions externes ont été supprimées.',
  'mail.securityNotice.ifYou': 'Si c’était vous, vous n’avez rien à faire.',
  'mail.securityNotice.ifNot':
    'Si ce n’était pas vous, fermez les sessions que vous ne reconnaissez pas et changez votre mot de passe dès maintenant.',
  'mail.securityNotice.button': 'Vérifier mes sessions',
  'mail.newSignIn.label': 'Nouvelle connexion',
  'mail.newSignIn.subject': 'Nouvelle connexion à {company} : était-ce vous ?',
  'mail.newSignIn.heading': 'Était-ce vous ?',
  'mail.newSignIn.text':
    'Quelqu’un s’est connecté à {company} en votre nom, avec un appareil ou à partir d’un réseau que nous ne connaissons pas.',
  'mail.newSignIn.ifNot':
    'Si ce n’était pas vous, fermez cette session dès maintenant, puis choisissez un nouveau mot de passe.',
  'mail.newSignIn.button': 'Ce n’était pas moi : fermer la session',
  'mail.welcome.label': 'Bienvenue',
  'mail.welcome.subject': 'Bienvenue chez {company} : confirmez votre adresse courriel',
  'mail.welcome.heading': 'Bienvenue, {accountName}',
  'mail.welcome.toCompany': 'Bienvenue chez {company}',
  'mail.welcome.confirm':
    'Quelqu’un a saisi votre adresse pour s’inscrire chez {company}. Si c’est vous, confirmez l’adresse et vous pourrez vous connecter.',
  'mail.welcome.ready': 'Votre compte chez {company} est prêt. Vous pouvez vous connecter.',
  'mail.welcome.signIn': 'Se connecter',
  'mail.welcome.product': 'Vous avez',
  'mail.welcome.license': 'Licence',
  'mail.welcome.nextWithProduct':
    'La suite : connectez-vous, ajoutez votre premier appareil et invitez les personnes qui travaillent avec vous.',
  'mail.welcome.next':
    'La suite : connectez-vous, choisissez un forfait et invitez les personnes qui travaillent avec vous.',
  'mail.welcome.ignore':
    'Si ce n’est pas vous, ignorez ce courriel : sans votre confirmation, personne ne peut se connecter avec votre adresse.',
  'mail.confirmSignUp.label': 'Confirmation d’un nouveau compte',
  'mail.confirmSignUp.subject': 'Confirmez votre adresse courriel pour {company}',
  'mail.confirmSignUp.heading': 'Confirmez votre adresse courriel',
  'mail.confirmSignUp.text':
    'Quelqu’un veut se connecter à {company} en tant que {login}. Une fois cette adresse confirmée, ce sera possible.',
  'mail.signUpKnown.label': 'Inscription avec une adresse connue',
  'mail.signUpKnown.subject': 'Vous avez déjà accès à {company}',
  'mail.signUpKnown.heading': 'Vous avez déjà accès',
  'mail.signUpKnown.text':
    'Quelqu’un s’est inscrit à {company} avec votre adresse. Vous faites déjà partie du compte {accountName} : connectez-vous en tant que {login}. Vous pouvez y demander un nouveau mot de passe.',
  'mail.signUpKnown.invited':
    'Quelqu’un s’est inscrit à {company} avec votre adresse. Vous êtes déjà invité au compte {accountName} : choisissez un mot de passe et vous pourrez vous connecter en tant que {login}.',
  'mail.signUpKnown.nothing': 'Aucun second compte n’a été créé et aucune carte n’a été débitée.',
  'mail.signUpKnown.order':
    'Quelqu’un a indiqué votre adresse pour une commande qu’il vient de payer. Si c’était vous : la commande a son propre compte, qui exige une adresse qui n’appartient encore à aucun utilisateur. Indiquez-en une autre sur la page de la commande, sous « Mauvaise adresse ? », ou écrivez-nous.',
  'mail.signUpKnown.ignore': 'Si ce n’était pas vous, ne faites rien : rien ne change.',
  'mail.wantedElsewhere.label': 'Importation d’un utilisateur d’un autre compte',
  'mail.wantedElsewhere.subject': 'Un autre compte de {company} voulait vous ajouter',
  'mail.wantedElsewhere.heading': 'Un autre compte voulait vous ajouter',
  'mail.wantedElsewhere.text':
    '{accountName} voulait vous ajouter à son compte chez {company}. Vous faites déjà partie d’un autre compte ; vous n’avez donc pas été ajouté. Pour vous joindre à ce compte, donnez une autre adresse courriel à {accountName}.',
  'mail.wantedElsewhere.ignore': 'Si vous ne voulez pas vous y joindre, ne faites rien : rien ne change.',
  'mail.signUpOrganization.label': 'Inscription d’une personne dont l’organisation a un compte',
  'mail.signUpOrganization.subject': 'Votre organisation utilise déjà {company}',
  'mail.signUpOrganization.heading': 'Votre organisation a un compte',
  'mail.signUpOrganization.text':
    'Quelqu’un s’est inscrit à {company} avec votre adresse. Votre organisation a le compte {accountName} : demandez à l’un de ses administrateurs de vous inviter.',
  'mail.confirmEmail.label': 'Confirmation d’une adresse courriel',
  'mail.confirmEmail.subject': 'Confirmez votre nouvelle adresse courriel pour {company}',
  'mail.confirmEmail.heading': 'Confirmez votre nouvelle adresse courriel',
  'mail.confirmEmail.text':
    'Quelqu’un a demandé à utiliser {email} pour son compte chez {company}. L’adresse ne changera qu’après votre confirmation.',
  'mail.confirmEmail.button': 'Confirmer l’adresse',
  'mail.confirmEmail.lives':
    'Ce lien est valable une seule fois, pendant {hours, plural, one {# heure} other {# heures}}.',
  'mail.confirmEmail.ignore': 'Si cette demande ne vient pas de vous, ne faites rien : rien ne changera.',
  'mail.emailChanged.label': 'Changement d’adresse courriel',
  'mail.emailChanged.subject': 'Votre adresse courriel pour {company} a été changée',
  'mail.emailChanged.heading': 'Votre adresse courriel a été changée',
  'mail.emailChanged.text':
    'Désormais, nous écrirons à {email} au sujet de votre accès à {company}, et non plus à cette adresse.',
  'mail.emailChanged.ifNot':
    'Si ce n’était pas vous, reprenez cette adresse. Toutes les sessions seront fermées, et vous pourrez choisir un nouveau mot de passe.',
  'mail.emailChanged.button': 'Reprendre cette adresse',
  'mail.breakGlassUsed.label': 'Utilisation d’un code de secours',
  'mail.breakGlassUsed.subject': '{userName} s’est connecté à {company} avec un code de secours',
  'mail.breakGlassUsed.heading': 'Un code de secours a été utilisé',
  'mail.breakGlassUsed.text':
    '{userName}, propriétaire du compte {accountName}, s’est connecté à {company} avec un code de secours à usage unique, sans passer par la méthode habituelle.',
  'mail.breakGlassUsed.ifNot':
    'Si vous ne vous y attendiez pas, demandez tout de suite à {userName} si c’était bien lui ou elle.',
  'mail.breakGlassUsed.button': 'Voir les utilisateurs',
  'mail.domainProof.label': 'Preuve d’un domaine de messagerie',
  'mail.domainProof.subject': 'Le domaine {domain} est-il à vous ? Confirmez-le pour l’authentification unique',
  'mail.domainProof.heading': 'Authentification unique pour {domain}',
  'mail.domainProof.text':
    '{accountName} souhaite que toutes les personnes ayant une adresse chez {domain} se connectent à {company} avec son propre fournisseur d’identité.',
  'mail.domainProof.effect':
    'Ne confirmez que si {accountName} appartient à votre entreprise : son fournisseur d’identité décide ensuite qui entre dans son compte chez {company} avec une telle adresse.',
  'mail.domainProof.button': 'Voir la demande',
  'mail.domainProof.ignore':
    'Le lien fonctionne une seule fois, pendant {hours, plural, one {# heure} other {# heures}}. Si vous ne vous y attendez pas, ne faites rien : rien ne change.',
  'mail.clientSecretExpires.label': 'Fin du secret client d’un fournisseur d’identité',
  'mail.clientSecretExpires.subject':
    'Le secret client de {providerName} {daysLeft, plural, =0 {expire aujourd’hui} =1 {expire demain} other {expire dans # jours}}',
  'mail.clientSecretExpires.heading':
    'Un secret client {daysLeft, plural, =0 {expire aujourd’hui} =1 {expire demain} other {expire dans # jours}}',
  'mail.clientSecretExpires.text':
    'Les personnes du compte {accountName} se connectent à {company} avec {providerName}. Quand son secret client aura expiré, cela ne fonctionnera plus.',
  'mail.clientSecretExpires.required':
    'L’authentification unique est exigée chez {accountName} : plus personne ne pourra se connecter, sauf le propriétaire avec le code de secours.',
  'mail.clientSecretExpires.mend':
    'Créez un nouveau secret chez votre fournisseur d’identité, entrez-le avec sa nouvelle date, puis supprimez-y l’ancien.',
  'mail.clientSecretExpires.button': 'Entrer un nouveau secret',
  'mail.groupsLeftOut.label': 'Groupes omis par un fournisseur d’identité',
  'mail.groupsLeftOut.subject': '{providerName} a omis des groupes lors d’une connexion',
  'mail.groupsLeftOut.heading': 'Certains rôles et produits ne suivent plus les groupes',
  'mail.groupsLeftOut.text':
    'Une personne du compte {accountName} qui s’est connectée à {company} est dans plus de groupes que {providerName} n’en transmet. Le portail a conservé son rôle et ses produits, qui ne changeront pas tant que les groupes ne seront pas transmis. Le journal des connexions, sur la page du fournisseur, indique qui est touché.',
  'mail.groupsLeftOut.mend':
    'Faites transmettre par votre fournisseur d’identité seulement les groupes affectés à cette application, ou utilisez des rôles d’application. Dans Entra ID : Configuration du jeton, revendication de groupes, Groupes affectés à l’application.',
  'mail.groupsLeftOut.button': 'Ouvrir le fournisseur',
  'mail.personKnownOtherwise.label': 'Utilisateur connu comme une autre personne',
  'mail.personKnownOtherwise.subject': 'Une connexion avec {email} a été refusée',
  'mail.personKnownOtherwise.heading': 'À qui appartient cet utilisateur ?',
  'mail.personKnownOtherwise.text':
    'Chez {providerName}, une nouvelle personne a l’adresse {email}. Dans le compte {accountName} chez {company}, l’utilisateur qui a cette adresse est associé à une autre personne de {providerName}. Pour que personne n’obtienne l’accès d’un ancien collègue, le portail a refusé la connexion.',
  'mail.personKnownOtherwise.mend':
    'Si l’utilisateur appartient à la nouvelle personne, dissociez-le sur sa page. Si un ancien collègue avait cette adresse, désactivez cet utilisateur ou changez son adresse, puis ajoutez un utilisateur pour la nouvelle personne.',
  'mail.personKnownOtherwise.button': 'Ouvrir l’utilisateur',
  'mail.fact.userHere': 'Utilisateur ici',
  'mail.fact.personAtProvider': 'Personne chez {providerName}',
  'mail.fact.identityProvider': 'Fournisseur d’identité',
  'mail.fact.secretExpires': 'Expiration du secret',
  'mail.productTokenExpires.label': 'Fin d’un jeton de produit',
  'mail.productTokenExpires.subject':
    'Un jeton de {productName} {daysLeft, plural, =0 {expire aujourd’hui} =1 {expire demain} other {expire dans # jours}}',
  'mail.productTokenExpires.heading':
    'Un jeton {daysLeft, plural, =0 {expire aujourd’hui} =1 {expire demain} other {expire dans # jours}}',
  'mail.productTokenExpires.text':
    '{productName} utilise ce jeton du compte {accountName} pour activer et vérifier les licences. Il fonctionne jusqu’à la fin du dernier jour, à minuit UTC.',
  'mail.productTokenExpires.mend':
    'Remplacez-le : le nouveau jeton et celui-ci fonctionnent tous les deux aussi longtemps que vous le choisissez, ce qui vous laisse le temps de mettre le nouveau en place sans interruption.',
  'mail.productTokenExpires.button': 'Remplacer le jeton',
  'mail.productTokenLeaked.label': 'Jeton de produit divulgué',
  'mail.productTokenLeaked.subject': 'Un jeton de {productName} a été divulgué, et nous l’avons désactivé',
  'mail.productTokenLeaked.heading': 'Un jeton a été divulgué, et nous l’avons désactivé',
  'mail.productTokenLeaked.text':
    'Ce jeton du compte {accountName} a été trouvé dans un endroit public, où n’importe qui pouvait le lire. Nous l’avons désactivé aussitôt : rien de ce qui l’utilise ne peut plus activer ni vérifier de licence.',
  'mail.productTokenLeaked.mend':
    'Créez un nouveau jeton, mettez-le là où celui-ci servait, et retirez l’ancien de l’endroit où il a été trouvé. Vérifiez à quoi le jeton a servi en dernier, et depuis quelle adresse.',
  'mail.productTokenLeaked.button': 'Créer un nouveau jeton',
  'mail.fact.token': 'Jeton',
  'mail.fact.tokenName': 'Nom',
  'mail.fact.lastDay': 'Dernier jour',
  'mail.fact.foundAt': 'Trouvé à',
  'mail.accountDisabled.label': 'Compte désactivé',
  'mail.accountDisabled.subject': 'Votre compte chez {company} est désactivé',
  'mail.accountDisabled.text':
    'Nous avons désactivé le compte {accountName}. Tant que nous ne le réactivons pas, ses utilisateurs ne peuvent pas se connecter et ses jetons de produit ne fonctionnent pas.',
  'mail.accountDisabled.keep': 'Ses abonnements se poursuivent et sont facturés comme avant.',
  'mail.accountDisabled.cancel':
    'Nous avons annulé ses abonnements. Ils prennent fin avec les périodes déjà payées et ne sont plus facturés.',
  'mail.accountDisabled.end': 'Nous avons mis fin à ses abonnements. Ils ne sont plus facturés.',
  'mail.accountDisabled.contact': 'Si vous avez des questions, veuillez communiquer avec nous.',
  'mail.accountEnabled.label': 'Compte réactivé',
  'mail.accountEnabled.subject': 'Votre compte chez {company} est réactivé',
  'mail.accountEnabled.text': 'Nous avons réactivé le compte {accountName}. Ses utilisateurs peuvent se connecter.',
  'mail.accountEnabled.restored':
    'Les abonnements que nous avions annulés avec le compte et qui n’ont pas pris fin sont rétablis. Ils sont renouvelés et facturés comme avant. Les changements de forfait prévus pour un renouvellement ne sont pas rétablis.',
  'mail.accountEnabled.button': 'Se connecter',
};
