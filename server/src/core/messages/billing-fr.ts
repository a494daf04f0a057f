import type { billingEn } from './billing-en.ts';

/** Texts about prices, purchases, subscriptions, invoices and cards, in French. */
export const billingFr: Record<keyof typeof billingEn, string> = {
  'catalog.notForSale': 'Ce forfait ne peut pas être acheté pour le moment. Choisissez-en un autre ou contactez-nous.',
  'catalog.onePricePlan': 'Choisissez un seul tarif, d’un seul forfait.',
  'catalog.unknownPrice': 'Ce tarif n’appartient pas au forfait choisi.',
  'catalog.oneAddonPrice': 'Choisissez un seul tarif par option.',
  'catalog.inactiveAddon': 'Cette option n’est pas disponible pour le moment.',
  'catalog.fewestUnits': 'Ce forfait exige au moins {count, plural, one {# {one}} other {# {other}}}.',
  'catalog.mostUnits': 'Ce forfait comprend au plus {count, plural, one {# {one}} other {# {other}}}.',
  'catalog.reduceDevices':
    '{count, plural, one {# {one} est en service} other {# {other} sont en service}}. Réduisez ce nombre avant d’en choisir moins.',
  'catalog.subscriptionMissing': '{product} nécessite un abonnement. Choisissez un forfait pour l’utiliser.',
  'catalog.subscriptionExpired':
    'Votre abonnement à {product} a pris fin. Choisissez un forfait pour continuer à l’utiliser.',
  'catalog.pointOfSale': 'Si vous utilisez {provider}, nous recommandons {plan}.',
  'catalog.paymentFailed':
    'Le paiement de {product}{card, select, hidden {} other { avec votre carte {brand} se terminant par {last4}}} a échoué. Mettez à jour le moyen de paiement pour conserver votre abonnement, ou écrivez à notre service de facturation : {contact}.',
  'catalog.paymentFailedWithoutContact':
    'Le paiement de {product}{card, select, hidden {} other { avec votre carte {brand} se terminant par {last4}}} a échoué. Mettez à jour le moyen de paiement pour conserver votre abonnement.',
  'payment.subscriptionCreated': 'Nouvel abonnement',
  'payment.subscriptionContinued': 'Abonnement',
  'payment.ofInvoice': 'Paiement d’une facture',
  'payment.created': '{product} : nouvel abonnement',
  'payment.renewed': '{product} : renouvellement',
  'payment.unitsAdded': '{product} : ajout de {added, plural, one {# {one}} other {# {other}}}',
  'payment.changed': '{product} : modification de l’abonnement',
  'invoice.status.draft': 'Brouillon',
  'invoice.status.open': 'À payer',
  'invoice.status.paid': 'Payée',
  'invoice.status.uncollectible': 'Irrécouvrable',
  'invoice.status.void': 'Annulée',
  'invoice.discount': 'Rabais',
  'invoice.discountNamed': 'Rabais {name}',
  'invoice.discountOf': 'Rabais {name} ({off} de réduction)',
  'report.invoice.number': 'Numéro',
  'report.invoice.created': 'Créée le ({zone})',
  'report.invoice.dueDate': 'Échéance ({zone})',
  'report.invoice.status': 'État',
  'report.invoice.product': 'Produit',
  'report.invoice.description': 'Description',
  'report.invoice.subtotal': 'Sous-total',
  'report.invoice.discount': 'Rabais',
  'report.invoice.coupon': 'Code promo',
  'report.invoice.tax': 'Taxes',
  'report.invoice.total': 'Total',
  'report.invoice.paid': 'Payé',
  'report.invoice.remaining': 'Reste à payer',
  'report.invoice.currency': 'Devise',
  'subscription.active': 'Actif',
  'cancellationOffer.gone': 'Cette offre n’est plus disponible. Rien n’a été changé.',
  'subscription.incomplete': 'En cours de confirmation',
  'subscription.pastDue': 'En souffrance',
  'subscription.ended': 'Terminé',
  'subscription.cancels': 'Annulé',
  'subscription.trial': 'À l’essai',
  'purchase.priceChanged': 'Le prix a changé. Vérifiez le nouveau total, puis confirmez de nouveau.',
  'purchase.underWay': 'Un achat de ce produit est encore en cours de confirmation.',
  'purchase.invalidCoupon': 'Ce code promo est incorrect ou a expiré',
  'purchase.chargeTooLarge':
    'Le montant dépasse {maximum, number}, le maximum d’un paiement. Choisissez une quantité plus petite ou contactez-nous.',
  'purchase.notSoldNow':
    'Ce forfait ne peut pas être acheté pour le moment. Nous en avons été informés. Communiquez avec nous si c’est urgent.',
  'purchase.currencyDiffers':
    'Votre compte est facturé dans une autre devise. Il ne peut donc pas acheter ceci. Nous en avons été informés. Communiquez avec nous pour changer la devise.',
  'purchase.cardRequired': 'Veuillez choisir une carte.',
  'purchase.moneyReturned':
    'Le crédit de cette modification a déjà été remboursé ou annulé, ou n’a jamais été payé. Reportez la modification à la fin de la période, ou écrivez-nous.',
  'purchase.restoreFirst':
    'La fin de cet abonnement est prévue. Rétablissez-le pour modifier autre chose que sa carte.',
  'purchase.payFirst':
    'Une facture de ce produit n’est pas encore payée. Payez-la d’abord ; si l’abonnement vient d’être renouvelé, réessayez dans une heure.',
  'purchase.addressKept':
    'Le temps non utilisé est crédité avec les taxes du lieu où il a été facturé. Pour cette modification, utilisez l’adresse de l’entreprise à laquelle il a été facturé, ou écrivez-nous.',
  'purchase.addressRequired': 'adresse incomplète',
  'purchase.subtotal': 'Sous-total',
  'purchase.currentCost': 'Forfait actuel',
  'purchase.orderedBy': 'Indiquez qui a passé la commande.',
  'purchase.total': 'Total',
  'purchase.totalWithAddons': 'Sous-total avec options',
  'purchase.note.recurring':
    '{interval, select, Day {{count, plural, one {par jour} other {tous les # jours}}} Year {{count, plural, one {par an} other {tous les # ans}}} other {{count, plural, one {par mois} other {tous les # mois}}}}, avant taxes',
  'purchase.note.coupon':
    '{discount} de rabais avec {coupon}, {interval, select, Day {{count, plural, one {par jour} other {tous les # jours}}} Year {{count, plural, one {par an} other {tous les # ans}}} other {{count, plural, one {par mois} other {tous les # mois}}}}, avant taxes',
  'purchase.note.couponOnce': '{discount} de rabais sur votre première facture avec {coupon}, avant taxes',
  'purchase.note.couponMonths': '{discount} de rabais avec {coupon} pendant {months} mois, avant taxes',
  'purchase.note.trial': 'Gratuit pendant {days, plural, one {# jour} other {# jours}}',
  'invoice.change': 'Modification : {caption}',
  'purchase.line.unused': 'Temps non utilisé : {caption}',
  'purchase.line.remaining': 'Temps restant : {caption}',
  'purchase.tax': 'Taxes',
  'purchase.taxRate': '{name} ({rate})',
  'card.beingDeleted': 'Cette carte est en cours de suppression. Rien n’a été acheté : choisissez-en une autre.',
  'card.notReplaced':
    'La carte n’a pas été remplacée : au moins un abonnement qu’elle paie ne peut pas être transféré à l’autre carte pour l’instant. Rien n’a changé.',
  'card.sameCard': 'Choisissez une carte différente de celle à remplacer.',
  'card.inUse': 'Cette carte paie un abonnement. Choisissez-en d’abord une autre pour cet abonnement.',
  'operation.underWay': 'Une autre modification est encore en cours de confirmation. Veuillez patienter un instant.',
  'subscription.notCancelable': 'Cet abonnement ne peut pas être annulé.',
  'subscription.nothingScheduled': 'Il n’y a aucun changement prévu à annuler.',
  'subscription.notRestorable': 'Cet abonnement ne peut pas être rétabli.',
  'subscription.cardNotChangeable': 'Aucune carte ne peut être choisie : plus rien n’est facturé pour cet abonnement.',
  'trial.industryCharacters': 'Symboles permis : &, lettres ou espaces',
  'subscription.discount': 'Rabais',
  'subscription.event.fromTo': '{from} → {to}',
  'subscription.event.interval':
    '{interval, select, Day {{count, plural, one {chaque jour} other {tous les # jours}}} Year {{count, plural, one {chaque année} other {tous les # ans}}} other {{count, plural, one {chaque mois} other {tous les # mois}}}}',
  'subscription.event.several': '{name} × {quantity, number}',
  'invoice.alreadyPaid': 'Cette facture est déjà payée.',
  'invoice.notPayable': 'Cette facture ne peut plus être payée.',
  'card.tokenUsed': 'La carte n’a pas pu être ajoutée. Veuillez la saisir de nouveau.',
  'purchase.couponOnReduction':
    'Un code promo s’utilise pour un nouvel abonnement, ou pour plus que ce que vous avez déjà.',
  'purchase.couponOtherProduct': 'Ce code promo n’est pas valable pour ce produit.',
  'purchase.couponNotEnough': 'Ce code promo exige un montant d’au moins {minimum, number} avant taxes.',
  'purchase.couponFirstPurchase': 'Ce code promo est réservé à un premier achat.',
  'purchase.couponsBlocked': 'Vous avez appuyé trop vite sur le bouton, veuillez patienter {seconds} s.',
  'purchase.couponUsed': 'Ce code promo a déjà été utilisé pour ce compte.',
  'purchase.couponUsedUp': 'Ce code promo a atteint son nombre maximal d’utilisations.',
  'purchase.couponForNew':
    'Ce code promo est valable pour le premier paiement d’un nouvel abonnement, et non pour une modification.',
  'purchase.couponNeedsOtherCard':
    'L’émetteur de votre carte vous demande de confirmer ce paiement, ce qui est impossible pour cet achat avec un code promo. Utilisez une autre carte ou retirez le code promo.',
  'purchase.discountNeedsOtherCard':
    'L’émetteur de votre carte vous demande de confirmer ce paiement, mais c’est impossible pour une modification qui met fin à un rabais. Utilisez une autre carte.',
  'purchase.notConfirmed': 'L’émetteur de votre carte n’a pas confirmé le paiement.',
  'purchase.couponBesideAnother':
    'Cet abonnement bénéficie déjà d’un rabais, qui reste en place. Retirez le code promo.',
  'purchase.cannotWait': 'Ce changement ne peut pas attendre la fin de la période.',
  'purchase.scheduledAlready': 'Ce changement est déjà prévu.',
  'purchase.nothingChanged':
    'C’est déjà ce que vous avez. Choisissez un autre forfait, une autre quantité ou une autre option.',
  'billingDetails.changed':
    'Quelqu’un d’autre a modifié ces renseignements entre-temps. Consultez leur état actuel, puis refaites votre changement.',
  'billingDetails.taxIdFormat': 'Ce n’est pas un numéro de ce type. En voici un exemple : {example}.',
  'billingDetails.taxIdRefused':
    'Le fournisseur de services de paiement n’accepte pas ce numéro. Vérifiez le type et les chiffres.',
  'billingRecipients.known': 'Cette adresse figure déjà dans la liste.',
  'invoiceLink.title': 'Ce lien ne fonctionne plus',
  'invoiceLink.reason':
    'Le lien vers une facture fonctionne pendant {days} jours, tant que le compte envoie ses factures à votre adresse.',
  'invoiceLink.signIn': 'Se connecter pour voir la facture',
  'invoiceLink.ask':
    'Vous n’avez pas d’accès ? Demandez la facture au propriétaire ou à un administrateur du compte de votre entreprise.',
  'invoiceLink.contact': 'Nous joindre',
  'billingRecipients.tooMany': 'Un compte peut avoir {most} autres destinataires. Retirez-en un d’abord.',
  'billingRecipients.notWaiting': 'Cette adresse n’attend plus de confirmation.',
};
