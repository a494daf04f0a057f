import type { mailEn } from './mail-en.ts';

/** What mails and text messages say in French. Subjects never have a code or a link (MAIL-7). */
export const mailFr: Record<keyof typeof mailEn, string> = {
  'mail.notRepeatable': 'Ce message ne peut pas être renvoyé : il est encore en route, ou son contenu a été supprimé.',
  'mail.yes': 'Oui',
  'mail.no': 'Non',
  'mail.footer': 'Message automatique de {company}.',
  'mail.plainLink': 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  'mail.linkLives':
    'Ce lien est valable une seule fois, pendant {minutes, plural, =60 {une heure} one {# minute} other {# minutes}} à partir de votre demande.',
  'mail.codeLives': 'Ce code est valable une seule fois, pendant {minutes, plural, one {# minute} other {# minutes}}.',
  'mail.unknown': 'Inconnu',
  'mail.fact.account': 'Compte',
  'mail.fact.product': 'Produit',
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
  'mail.closingContact.label': 'Contact avant la fermeture d’un compte',
  'mail.closingContact.subject': '{accountName} souhaite vous parler avant de fermer son compte',
  'mail.closingContact.heading': 'Un client souhaite vous parler',
  'mail.closingContact.text':
    '{name}, du compte {accountName}, a annulé l’abonnement à {productName} et souhaite vous parler avant la fermeture du compte.',
  'mail.closingContact.answer': 'Répondez à ce message pour écrire à {name}.',
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
  'mail.invitation.subject': 'Invitation à rejoindre {accountName} chez {company}',
  'mail.invitation.heading': 'Bienvenue chez {accountName}',
  'mail.invitation.text':
    '{inviterName} vous a ajouté au compte {accountName} chez {company}. Choisissez un mot de passe pour pouvoir vous connecter.',
  'mail.invitation.button': 'Choisir un mot de passe',
  'mail.daysLive': 'Ce lien est valable une seule fois, pendant {days, plural, one {# jour} other {# jours}}.',
  'mail.securityNotice.label': 'Avis de sécurité',
  'mail.securityNotice.password': 'Votre mot de passe pour {company} a été changé',
  'mail.securityNotice.secondFactor': 'Votre second facteur pour {company} a été changé',
  'mail.securityNotice.recoveryCodes': 'Vous avez de nouveaux codes de récupération pour {company}',
  'mail.securityNotice.recoveryCodeUsed': 'Quelqu’un s’est connecté à {company} avec l’un de vos codes de récupération',
  'mail.securityNotice.factorClosed':
    'L’une de vos méthodes de vérification pour {company} a été fermée après trop de codes erronés',
  'mail.securityNotice.passkeys': 'Vos clés d’accès pour {company} ont été changées',
  'mail.securityNotice.login': 'Votre nom d’utilisateur pour {company} a été changé',
  'mail.securityNotice.externalLogins': 'Les comptes avec lesquels vous vous connectez à {company} ont été changés',
  'mail.securityNotice.emailTakenBack': 'Votre ancienne adresse courriel pour {company} est de nouveau utilisée',
  'mail.securityNotice.ifYou': 'Si c’était vous, vous n’avez rien à faire.',
  'mail.securityNotice.ifNot':
    'Si ce n’était pas vous, mettez fin aux sessions que vous ne reconnaissez pas et changez votre mot de passe dès maintenant.',
  'mail.securityNotice.button': 'Vérifier mes sessions',
  'mail.newSignIn.label': 'Nouvelle connexion',
  'mail.newSignIn.subject': 'Nouvelle connexion à {company} : était-ce vous ?',
  'mail.newSignIn.heading': 'Était-ce vous ?',
  'mail.newSignIn.text':
    'Quelqu’un s’est connecté à {company} en votre nom, avec un appareil ou à partir d’un réseau que nous ne connaissons pas.',
  'mail.newSignIn.ifNot':
    'Si ce n’était pas vous, mettez fin à cette session dès maintenant, puis choisissez un nouveau mot de passe.',
  'mail.newSignIn.button': 'Ce n’était pas moi : mettre fin à la session',
  'mail.confirmEmail.label': 'Confirmation d’une adresse courriel',
  'mail.confirmEmail.subject': 'Confirmez votre nouvelle adresse courriel pour {company}',
  'mail.confirmEmail.heading': 'Confirmez votre nouvelle adresse courriel',
  'mail.confirmEmail.text':
    '{login} souhaite utiliser {email} chez {company}. L’adresse ne changera qu’après votre confirmation.',
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
    'Si ce n’était pas vous, reprenez cette adresse. Toutes les sessions prendront fin, et vous pourrez choisir un nouveau mot de passe.',
  'mail.emailChanged.button': 'Reprendre cette adresse',
  'mail.breakGlassUsed.label': 'Utilisation d’un code de secours',
  'mail.breakGlassUsed.subject': '{userName} s’est connecté à {company} avec un code de secours',
  'mail.breakGlassUsed.heading': 'Un code de secours a été utilisé',
  'mail.breakGlassUsed.text':
    '{userName}, propriétaire du compte {accountName}, s’est connecté à {company} avec un code de récupération à usage unique, sans passer par la méthode habituelle.',
  'mail.breakGlassUsed.ifNot':
    'Si vous ne vous y attendiez pas, demandez tout de suite à {userName} si c’était bien lui ou elle.',
  'mail.breakGlassUsed.button': 'Voir les utilisateurs',
  'mail.paymentFailed.label': 'Paiement refusé',
  'mail.paymentFailed.subject': 'Votre paiement pour {productName} a été refusé',
  'mail.paymentFailed.heading': 'Votre paiement a été refusé',
  'mail.paymentFailed.text':
    'Nous n’avons pas pu débiter {card} pour {productName}. Payez la facture ou choisissez une autre carte pour continuer à l’utiliser.',
  'mail.paymentFailed.button': 'Payer la facture',
};
