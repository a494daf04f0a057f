import type { signUpEn } from './sign-up-en.ts';

/** Texts of the sign-up, in French. */
export const signUpFr: Record<keyof typeof signUpEn, string> = {
  'signUp.captcha': 'La vérification a échoué. Rechargez la page.',
  'signUp.choice': 'Choisissez dans la liste.',
  'signUp.cardUnknown': 'Cette carte n’est pas connue. Saisissez-la de nouveau.',
  'signUp.cardRefused': 'Cette carte ne peut pas être utilisée. Saisissez-en une autre.',
  'signUp.cardTried':
    'Cette carte a servi trop souvent depuis une heure. Saisissez-en une autre, ou réessayez plus tard.',
  'signUp.days': 'Choisissez {days, plural, one {# jour} other {# jours}} au plus.',
  'signUp.daysReversed': 'Le début ne peut pas être après la fin.',
  'signUp.email': 'Saisissez une adresse courriel',
  'signUp.otherIndustry': 'Caractères permis : &, lettres ou espaces',
  'signUp.passwordsDiffer': 'Les mots de passe ne correspondent pas',
  'signUp.blocked': 'Veuillez attendre {seconds} secondes avant l’inscription',
  'signUp.productUnknown': 'Ce produit n’est plus vendu. Choisissez-en un autre.',
  'signUp.companyUnknown': 'Cette adresse n’appartient à aucune entreprise. Recommencez à la première étape.',
  'report.signUp.day': 'Jour (UTC)',
  'report.signUp.email': 'Adresse courriel',
  'report.signUp.mainInfo': 'Nom et organisation',
  'report.signUp.contactInfo': 'Contact',
  'report.signUp.additionalInfo': 'Entreprise',
  'report.signUp.ownerInfo': 'Mot de passe',
  'report.signUp.plans': 'Forfaits',
  'report.signUp.customizePlan': 'Forfait ajusté',
  'report.signUp.addons': 'Options',
  'report.signUp.checkout': 'Paiement',
  'report.signUp.confirm': 'Confirmation',
  'report.signUp.submitted': 'Formulaire envoyé',
  'report.signUp.registered': 'Inscription terminée',
};
