/** Mail about expiring things, in French. */
export const expiryNoticesFr = {
  'mail.fact.ends': 'Fin',
  'mail.fact.renews': 'Renouvellement',
  'mail.fact.canceled': 'Annulation',
  'mail.fact.license': 'Licence',
  'mail.fact.beforeTax': 'Montant facturé alors, avant taxes',
  'mail.notice.open': 'Ouvrir l’abonnement',
  'mail.notice.why':
    'Ce courriel est envoyé au propriétaire et aux administrateurs du compte. Les paramètres du compte permettent de choisir les jours d’envoi ou de ne plus le recevoir.',
  'mail.notice.whyContact':
    'Vous recevez ce courriel parce que {accountName} vous a désigné comme contact pour les renouvellements et les échéances.',
  'mail.trialEnds.label': 'Fin d’un essai',
  'mail.trialEnds.subject':
    'Votre essai de {productName} prend fin {days, plural, =0 {aujourd’hui} one {dans # jour} other {dans # jours}}',
  'mail.trialEnds.heading': 'Votre essai prend fin',
  'mail.trialEnds.continues':
    'À partir de cette date, votre carte paie {productName}. Sans carte, l’abonnement prend fin avec l’essai. Annulez-le avant si vous ne souhaitez pas continuer.',
  'mail.trialEnds.over':
    'L’essai de {productName} prend fin de lui-même. Choisissez un forfait avant cette date pour continuer.',
  'mail.trialEnds.choose': 'Choisir un forfait',
  'mail.renewalAhead.label': 'Renouvellement à venir',
  'mail.renewalAhead.subject':
    '{productName} se renouvelle {days, plural, =0 {aujourd’hui} one {dans # jour} other {dans # jours}}',
  'mail.renewalAhead.heading': 'Votre abonnement se renouvelle',
  'mail.renewalAhead.text':
    'Votre abonnement à {productName} se renouvelle de lui-même, et vos licences avec lui. Vous n’avez rien à faire. Si vous n’en voulez plus, annulez-le avant.',
  'mail.subscriptionEnds.label': 'Fin d’un abonnement annulé',
  'mail.subscriptionEnds.subject':
    '{productName} prend fin {days, plural, =0 {aujourd’hui} one {dans # jour} other {dans # jours}}, à la suite de votre annulation',
  'mail.subscriptionEnds.heading': 'Votre abonnement annulé prend fin',
  'mail.subscriptionEnds.text':
    'Votre compte a annulé {productName}. Il fonctionne jusqu’à la fin de la période payée, et plus rien n’est facturé.',
  'mail.subscriptionEnds.restore': 'Si vous avez changé d’avis, rétablissez-le avant sa fin : tout reste en l’état.',
  'mail.subscriptionEnds.button': 'Ouvrir l’abonnement',
  'mail.licenseEnds.label': 'Fin d’une licence',
  'mail.licenseEnds.subject':
    'Votre licence de {productName} prend fin {days, plural, =0 {aujourd’hui} one {dans # jour} other {dans # jours}}',
  'mail.licenseEnds.heading': 'Votre licence prend fin',
  'mail.licenseEnds.text':
    'Votre licence de {productName} ne se renouvelle pas d’elle-même. Ses appareils s’arrêtent à la fin de cette période.',
  'mail.licenseEnds.contact': 'Pour continuer, demandez-en une autre à temps : {contact}',
  'mail.licenseEnds.ask': 'Pour continuer, demandez-en une autre à temps à la personne qui vous l’a vendue.',
  'mail.licenseEnds.button': 'Ouvrir la licence',
};
