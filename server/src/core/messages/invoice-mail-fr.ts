import type { invoiceMailEn } from './invoice-mail-en.ts';

/** Mail about invoices, payments and cards. */
export const invoiceMailFr: Record<keyof typeof invoiceMailEn, string> = {
  'mail.paymentFailed.label': 'Paiement refusé',
  'mail.paymentFailed.subject': 'Votre paiement pour {productName} a été refusé',
  'mail.paymentFailed.heading': 'Votre paiement a été refusé',
  'mail.paymentFailed.text':
    'Nous n’avons pas pu débiter {card} pour {productName}. Payez la facture ou choisissez une autre carte pour continuer à l’utiliser.',
  'mail.paymentFailed.withoutCard':
    'Aucune carte n’a pu être débitée pour {productName}. Payez la facture pour continuer à l’utiliser.',
  'mail.invoiceOverdue.subject': 'Votre facture pour {productName} est en retard',
  'mail.invoiceOverdue.heading': 'Votre facture est en retard',
  'mail.invoiceOverdue.text':
    'La facture pour {productName} était payable le {due}. Payez-la pour continuer à utiliser {productName}.',
  'mail.paymentFailed.button': 'Payer la facture',
  'mail.paymentLastTry.label': 'Dernière tentative de paiement',
  'mail.paymentLastTry.subject': 'Dernière tentative de paiement pour {productName}',
  'mail.paymentLastTry.heading': 'Nous essayons une dernière fois',
  'mail.paymentLastTry.text':
    'Votre paiement pour {productName} a été refusé. Nous essayons une dernière fois. Si cette tentative échoue aussi, l’abonnement prend fin.',
  'mail.cardExpires.label': 'Carte qui expire',
  'mail.cardExpires.subject': 'La carte qui paie {productNames} expire bientôt',
  'mail.cardExpires.heading': 'Votre carte expire bientôt',
  'mail.cardExpires.text':
    '{card} paie {productNames}. Choisissez une autre carte avant son expiration, pour que le prochain paiement ne soit pas refusé.',
  'mail.cardExpires.button': 'Remplacer la carte',
  'mail.cardMissing.label': 'Carte manquante',
  'mail.cardMissing.subject': 'Aucune carte ne paie {productName}',
  'mail.cardMissing.heading': 'Aucune carte ne paie votre abonnement',
  'mail.cardMissing.text':
    '{productName} se renouvelle bientôt, et votre compte n’a pas de carte pour ce paiement. Choisissez-en une pour qu’il ne soit pas refusé.',
  'mail.cardMissing.button': 'Choisir une carte',
  'mail.invoiceNamed': 'la facture {number}',
  'mail.recipientConfirmation.label': 'Confirmation d’un destinataire des factures',
  'mail.recipientConfirmation.subject': 'Voulez-vous recevoir les factures du compte « {accountName} » ?',
  'mail.recipientConfirmation.heading': 'Confirmez votre adresse',
  'mail.recipientConfirmation.text':
    '{accountName} souhaite faire envoyer ses factures et reçus de {company} à cette adresse.',
  'mail.recipientConfirmation.button': 'Voir la demande',
  'mail.recipientConfirmation.ignore':
    'Le lien fonctionne pendant {days, plural, one {# jour} other {# jours}}. Si vous ne vous y attendez pas, ne faites rien : vous ne recevrez pas d’autre courriel.',
  'mail.invoice.more': '{more, plural, one {# autre ligne} other {# autres lignes}}',
  'mail.invoice.discount': 'Rabais',
  'mail.invoice.tax': 'Taxes',
  'mail.invoice.total': 'Total',
  'mail.invoice.credit': 'Payé par crédit',
  'mail.invoice.owed': 'Solde antérieur dû',
  'mail.invoice.carried': 'Ajouté à la prochaine facture',
  'mail.invoice.due': 'Échéance',
  'mail.invoice.open': 'Ouvrir la facture',
  'mail.invoice.why':
    'Vous recevez ce courriel parce que les factures du compte {accountName} sont envoyées à votre adresse. Ses coordonnées de facturation disent à qui.',
  'mail.invoice.whyRecipient':
    'Vous recevez ce courriel parce que vous avez confirmé vouloir les factures du compte {accountName}.',
  'mail.invoice.leave': 'Ne plus recevoir ces courriels',
  'mail.invoiceIssued.label': 'Facture',
  'mail.invoiceIssued.subject': 'Facture {number} de {company}',
  'mail.invoiceIssued.heading': 'Facture {number}',
  'mail.invoiceIssued.text': '{accountName} a une nouvelle facture de {amount} à payer.',
  'mail.receipt.label': 'Reçu',
  'mail.receipt.subject': 'Reçu de la facture {number} de {company}',
  'mail.receipt.heading': 'Merci de votre paiement',
  'mail.receipt.text': '{accountName} a payé {amount} pour la facture {number}.',
  'mail.receipt.nothingOpen': 'Une première tentative de paiement avait échoué. Il ne reste plus rien à payer.',
  'mail.receipt.paid': 'Payé',
  'mail.receipt.card': 'Carte',
  'mail.receipt.when': 'Payé le',
  'mail.creditNote.label': 'Avoir',
  'mail.creditNote.subject': 'Avoir {number} de {company}',
  'mail.creditNote.heading': 'Avoir {number}',
  'mail.creditNote.text': 'Un avoir de {amount} a été accordé à {accountName} pour la facture {number}.',
  'mail.creditNote.notDue': 'N’est plus à payer',
  'mail.creditNote.credited': 'Ajouté au solde',
  'mail.creditNote.refunded': 'Remboursé',
  'mail.creditNote.otherwise': 'Rendu autrement',
  'mail.refund.label': 'Remboursement',
  'mail.refund.subject': 'Remboursement de la facture {number} de {company}',
  'mail.refund.heading': 'Votre remboursement est en route',
  'mail.refund.text':
    '{accountName} récupère {amount} sur le paiement de la facture {number}. Les banques prennent de 5 à 10 jours pour l’afficher.',
  'mail.refund.amount': 'Montant remboursé',
};
