import { activityFr } from './activity-fr.ts';
import { auditFr } from './audit-fr.ts';
import { billingFr } from './billing-fr.ts';
import { catalogFieldsFr } from './catalog-fields-fr.ts';
import { catalogFileFr } from './catalog-file-fr.ts';
import { catalogFr } from './catalog-fr.ts';
import { catalogScreenFr } from './catalog-screen-fr.ts';
import type { en } from './en.ts';
import { expiryNoticesFr } from './expiry-notices-fr.ts';
import { externalProvidersFr } from './external-providers-fr.ts';
import { invoiceMailFr } from './invoice-mail-fr.ts';
import { licensingApiFr } from './licensing-api-fr.ts';
import { licensingFr } from './licensing-fr.ts';
import { mailFr } from './mail-fr.ts';
import { operatorsFr } from './operators-fr.ts';
import { productDashboardsFr } from './product-dashboards-fr.ts';
import { productTokensFr } from './product-tokens-fr.ts';
import { signUpFr } from './sign-up-fr.ts';
import { singleSignOnFr } from './single-sign-on-fr.ts';
import { ssoTestsFr } from './sso-tests-fr.ts';
import { timelineFr } from './timeline-fr.ts';
import { usersFr } from './users-fr.ts';
import { waysInFr } from './ways-in-fr.ts';

/** The server's texts in French, in ICU message syntax. */
export const fr: Record<keyof typeof en, string> = {
  ...activityFr,
  ...auditFr,
  ...mailFr,
  ...invoiceMailFr,
  ...usersFr,
  ...operatorsFr,
  ...waysInFr,
  ...billingFr,
  ...catalogFr,
  ...catalogFieldsFr,
  ...catalogFileFr,
  ...catalogScreenFr,
  ...expiryNoticesFr,
  ...externalProvidersFr,
  ...licensingFr,
  ...productDashboardsFr,
  ...licensingApiFr,
  ...productTokensFr,
  ...signUpFr,
  ...singleSignOnFr,
  ...ssoTestsFr,
  ...timelineFr,
  'problem.badRequest': 'La demande n’a pas pu être comprise.',
  'problem.validation': 'Certaines valeurs sont à corriger.',
  'problem.unauthorized': 'Veuillez vous connecter.',
  'problem.forbidden': 'Vous n’avez pas les autorisations nécessaires',
  'problem.readOnly':
    'Votre accès est en lecture seule. Demandez cette modification à un administrateur de votre compte.',
  'problem.host':
    'Cette démonstration n’est pas accessible à cette adresse. Ouvrez-la sur localhost, ou démarrez-la avec cette adresse comme PUBLIC_URL.',
  'problem.confirmationRequired': 'Confirmez que c’est bien vous, puis réessayez.',
  'problem.notWhileActing': 'Cette action est impossible tant que vous êtes connecté au nom d’une autre personne.',
  'problem.antiForgery': 'Cette page n’est plus à jour. Rechargez-la et réessayez.',
  'problem.notFound': 'Cet élément est introuvable.',
  'problem.conflict': 'Quelqu’un d’autre a modifié cet élément entre-temps. Rechargez la page et réessayez.',
  'problem.tooManyRequests':
    'Trop de tentatives. Veuillez patienter {seconds, plural, one {# seconde} other {# secondes}}.',
  'problem.tooLarge': 'Cet envoi est trop volumineux.',
  'problem.unavailable': 'Notre base de données ne répond pas pour le moment. Réessayez dans un instant.',
  'problem.changedElsewhere':
    'Quelqu’un d’autre a modifié ces données entre-temps, et rien n’a été enregistré. Le formulaire garde votre saisie et affiche les autres valeurs actuelles. Vérifiez-les, puis enregistrez de nouveau.',
  'problem.busy': 'Le service est très sollicité en ce moment. Réessayez dans un instant.',
  'problem.providerRefused':
    'Notre service de paiement n’a pas accepté cette opération. Rien n’a été modifié. Nous en avons été informés. Communiquez avec nous si c’est urgent.',
  'problem.providerUnavailable':
    'Le fournisseur de services de paiement ne répond pas pour le moment. Réessayez dans un instant.',
  'problem.documentUnavailable':
    'Les documents des factures viennent du fournisseur de services de paiement, qui ne répond pas pour le moment. Réessayez dans un instant.',
  'problem.internal': 'Une erreur s’est produite.',
  'problem.report': 'Une erreur est survenue pendant la préparation du rapport',
  'validation.required': 'Le champ {field} est obligatoire.',
  'validation.email': 'Le champ {field} n’est pas une adresse courriel valide.',
  'validation.emailLetters':
    'Portico ne peut pas envoyer de messages aux adresses qui contiennent des lettres comme é avant le @.',
  'validation.url': 'Le champ {field} n’est pas une adresse web valide.',
  'validation.tooShort':
    'Le champ {field} doit compter au moins {minimum, plural, one {# caractère} other {# caractères}}.',
  'validation.tooLong':
    'Le champ {field} doit compter au plus {maximum, plural, one {# caractère} other {# caractères}}.',
  'validation.tooSmall': 'Le champ {field} doit valoir au moins {minimum, number}.',
  'validation.tooBig': 'Le champ {field} doit valoir au plus {maximum, number}.',
  'validation.tooFew': 'Le champ {field} doit compter au moins {minimum, plural, one {# élément} other {# éléments}}.',
  'validation.tooMany': 'Le champ {field} doit compter au plus {maximum, plural, one {# élément} other {# éléments}}.',
  'validation.addonQuantity': 'La quantité d’une option doit être de 1 à 10 000.',
  'validation.number': 'Le champ {field} doit être un nombre.',
  'validation.whole': 'Le champ {field} doit être un nombre entier.',
  'validation.choice': 'Le champ {field} doit être l’une des valeurs suivantes : {choices}.',
  'validation.coupon': 'Un code promo ne compte que des lettres, des chiffres et des traits d’union, 40 au plus.',
  'validation.country': 'Le champ {field} doit être le code à deux lettres d’un pays, par exemple CA.',
  'validation.unitedKingdom': 'Le champ {field} n’est pas le code d’un pays. Vouliez-vous dire GB ?',
  'validation.postalCode': 'Saisissez un code postal comme {example}.',
  'validation.serialNumber': 'Un numéro de série compte {length} lettres et chiffres. Celui-ci en compte {count}.',
  'validation.webAddress': 'N’inscrivez ni adresse Web ni numéro de téléphone dans le nom.',
  'validation.characters': 'Le champ {field} contient des caractères qui ne sont pas permis.',
  'validation.hardwareId':
    'Le champ {field} accepte des lettres, des chiffres et des symboles, mais ni espaces ni accents.',
  'validation.quantity': 'Le champ {field} doit valoir au moins 1, ou -1 pour une quantité illimitée.',
  'validation.format': 'Le champ {field} n’est pas valide.',
  'validation.phone': 'Saisissez un numéro de téléphone avec l’indicatif du pays, par exemple +1 415 555 0132.',
  'report.yes': 'Oui',
  'report.no': 'Non',
};
