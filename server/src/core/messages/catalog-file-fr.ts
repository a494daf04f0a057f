import type { catalogFileEn } from './catalog-file-en.ts';

export const catalogFileFr = {
  'catalogFile.shouldBe': 'doit être {what}',
  'catalogFile.missing': 'est manquant : ce doit être {what}',
  'catalogFile.inQuotes': 'doit être {what} : mettez la valeur entre guillemets',
  'catalogFile.what.text': 'un texte de 1 à {longest} caractères',
  'catalogFile.what.localized': "un texte de 1 à {longest} caractères, ou '{'en : …, fr : …'}'",
  'catalogFile.what.id':
    'un identifiant de lettres minuscules, de chiffres et de traits d’union, de 63 caractères au plus',
  'catalogFile.what.programName':
    'un nom de lettres, de chiffres, de points, de traits d’union et de traits de soulignement, qui commence par une lettre',
  'catalogFile.what.flag': 'vrai ou faux',
  'catalogFile.what.whole': 'un nombre entier de {least} à {most}',
  'catalogFile.what.choice': 'l’un de : {choices}',
  'catalogFile.what.money':
    'un montant tel que 49.00, de deux décimales au plus, {least, plural, =0 {de 0 ou plus} other {de plus de 0}} et inférieur à 1000000',
  'catalogFile.what.percent': 'un pourcentage de plus de 0 et d’au plus 100, de deux décimales au plus',
  'catalogFile.what.moment': 'un jour tel que 2027-03-01, ou un moment tel que 2027-03-01T09:00:00Z',
  'catalogFile.what.webAddress': 'une adresse Web telle que https://desktop.vendor.example/',
  'catalogFile.what.contactAddress':
    'une adresse Web ou de courriel telle que https://vendor.example/contact ou mailto:sales@vendor.example',
  'catalogFile.what.version': 'une version telle que 5.2',
  'catalogFile.what.color': 'une couleur telle que #0b6e4f',
  'catalogFile.what.mailAddress': 'une adresse courriel telle que billing@vendor.example',
  'catalogFile.what.taxCode': 'l’un des codes de taxe de Stripe, tel que txcd_10103001',
  'catalogFile.what.couponCode': 'un code de lettres, de chiffres et de traits d’union, de 40 caractères au plus',
  'catalogFile.what.slug': 'une partie d’adresse Web : lettres minuscules, chiffres et traits d’union',
  'catalogFile.what.block': 'un bloc avec {fields}',
  'catalogFile.what.list':
    'une liste {items, select, companies {de marques} products {de produits} coupons {de codes promo} plans {de forfaits} prices {de tarifs} additionalPrices {de tarifs supplémentaires} planFeatures {de textes, ou de blocs avec caption et footnote} addons {d’options} scopes {de domaines} features {de fonctions} offers {d’offres} planIds {d’identifiants de forfaits} productIds {d’identifiants de produits} reasons {de raisons} customers {de clients} days {de jours} other {de valeurs}}',
  'catalogFile.what.planFeature': 'un texte, ou un bloc avec caption et footnote',
  'catalogFile.what.featureValue': 'vrai, faux, un nombre entier ou un texte, selon le type de la fonction',
  'catalogFile.what.featureValues': 'un bloc de noms de fonctions avec leurs valeurs',
  'catalogFile.what.scopeValues': 'un bloc de domaines, chacun un bloc de noms de fonctions avec leurs valeurs',
  'catalogFile.unknownField': 'n’est pas un champ ici ; les champs sont {fields}',
  'catalogFile.listOne':
    'doit compter au moins {item, select, plan {un forfait} product {un produit} reason {une raison} other {un tarif}}{item, select, price {} other {, ou être omis}}',
  'catalogFile.listMost': 'doit compter au plus {most} {item, select, customer {clients} other {jours}}',
  'catalogFile.listLongest': 'doit compter au plus {most} éléments',
  'catalogFile.notYaml': 'n’est pas du YAML : {reason}',
  'catalogFile.unreadable': 'ne peut pas être lu : {reason}',
  'catalogFile.pictureRelative': 'doit être le chemin d’une image, relatif à ce fichier',
  'catalogFile.pictureTooLarge': 'doit être une image de {most} ko au plus',
  'catalogFile.pictureUnreadable': 'doit être une image lisible : {file} ({reason})',
  'catalogFile.pictureFormat':
    'doit être une image PNG, JPEG ou WebP ; les autres formats, dont SVG, ne sont pas acceptés',
  'catalogFile.planNeedsPrice':
    'est manquant : un forfait vendu par Stripe doit avoir un tarif (de 0 s’il est gratuit), sauf s’il est un essai ou manuel',
  'catalogFile.maxBelowMin': 'doit être {least} ou plus, puisque la quantité minimale est {least}',
  'catalogFile.trialOfManual': 'doit être omis d’un forfait manuel : les essais commencent en ligne',
  'catalogFile.contactOfStripe': 'doit être omis, sauf pour un forfait manuel',
  'catalogFile.featuredTextAlone': 'doit être omis, sauf pour un forfait mis en vedette',
  'catalogFile.intervalTooLong': 'doit être {most} ou moins : trois ans sont l’intervalle le plus long de Stripe',
  'catalogFile.productNeedsUrl': 'est manquant : un produit affiché en {displayType} doit en avoir une',
  'catalogFile.subscriptionWithoutPlans': 'doit être faux : le produit n’a aucun forfait auquel s’abonner',
  'catalogFile.addonPlanFree':
    'doit être un forfait payant : les essais, les forfaits gratuits et les forfaits manuels n’ont pas d’options',
  'catalogFile.planOfProduct':
    'doit être un forfait de ce produit : {count, plural, =0 {il n’en a aucun} other {{plans}}}',
  'catalogFile.addonInterval':
    'doit être un intervalle d’un forfait pour lequel l’option est offerte : {count, plural, =0 {il n’y en a aucun} other {{intervals}}}',
  'catalogFile.scopeUnknown':
    'doit être un domaine de ce produit : {count, plural, =0 {il n’en a aucun} other {{scopes}}}',
  'catalogFile.featureUnknown': 'doit être une fonction de ce domaine : {features}',
  'catalogFile.featureType':
    'doit être {type, select, bool {vrai ou faux} int {un nombre entier} other {un texte}}, puisque la fonction est de type {type}',
  'catalogFile.versionOrder': 'ne doit pas précéder la première version',
  'catalogFile.fingerprintsTooMany': 'doit être {most} ou moins, puisque {most} empreintes sont comparées',
  'catalogFile.borrowingOfFixed': 'doit être omis, sauf si la licence du produit est flottante',
  'catalogFile.amountBesidePercent': 'doit être omis quand un pourcentage est donné',
  'catalogFile.discountMissing': 'est manquant : un code promo doit avoir un pourcentage ou un montant',
  'catalogFile.monthsMissing': 'est manquant : une durée répétée doit dire pour combien de mois',
  'catalogFile.monthsAlone': 'doit être omis, sauf si la durée est répétée',
  'catalogFile.productOfFile': 'doit être un produit du catalogue : {products}',
  'catalogFile.offerRepeated': 'doit être unique parmi les offres du produit',
  'catalogFile.offerKindMissing': 'doit avoir l’un de : {kinds}',
  'catalogFile.offerKindTwice': 'doit être omis quand {kind} est donné',
  'catalogFile.offerCoupon':
    'doit être le code d’un code promo du catalogue : {count, plural, =0 {il n’en a aucun} other {{codes}}}',
  'catalogFile.offerCouponElsewhere': 'doit être un code promo valable pour ce produit',
  'catalogFile.offerPlan':
    'doit être un forfait de ce produit acheté en ligne : {count, plural, =0 {il n’en a aucun} other {{plans}}}',
  'catalogFile.offerInterval': 'doit être l’intervalle d’un tarif de ce produit',
  'catalogFile.repeated':
    'doit être unique : « {value} » est déjà {what, select, slug {l’adresse d’une marque} product {l’identifiant d’un produit} plan {l’identifiant d’un forfait} addon {l’identifiant d’une option} code {le code d’un forfait de ce produit} scope {un domaine de ce produit} feature {une fonction de ce domaine} coupon {le code d’un code promo} other {l’identifiant d’un tarif (les tarifs de forfaits, les tarifs supplémentaires et ceux des options partagent leurs identifiants)}}',
  'catalogFile.defaultPriceId': 'doit être un autre identifiant : un essai sans tarif en crée un de ce nom',
  'catalogFile.belongsElsewhere':
    'doit être nouveau : celui-ci a déjà été donné à {what, select, plan {un forfait} addon {une option} other {un tarif}} de {owner}, et des abonnements continuent de le nommer',
  'catalogFile.couponSpelling': 'doit s’écrire « {code} », comme avant : les clients le saisissent comme ils veulent',
  'catalogFile.slugOfAnother': 'ne doit pas être « {slug} », qui est l’adresse d’une autre marque',
  'catalogFile.slugOfDefault': 'ne doit pas être « {slug} », qui est l’adresse de la marque par défaut',
} as const satisfies Record<keyof typeof catalogFileEn, string>;
