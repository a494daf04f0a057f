import type { catalogScreenEn } from './catalog-screen-en.ts';

export const catalogScreenFr = {
  'catalogScreen.what.localized': 'un texte de 1 à {longest} caractères',
  'catalogScreen.what.flag': 'activé ou désactivé',
  'catalogScreen.what.color': 'une couleur telle que #0b6e4f',
  'catalogScreen.what.version': 'une version telle que 5.2',
  'catalogScreen.what.planFeature': 'un texte',
  'catalogScreen.what.featureValue': 'oui ou non, un nombre entier ou un texte, selon le type de la fonctionnalité',
  'catalogScreen.inQuotes': 'doit être {what}',
  'catalogScreen.planNeedsPrice':
    'est manquant : un forfait vendu par « {stripe} » doit avoir un tarif, de 0 s’il est gratuit, sauf si « {trial} » est activé',
  'catalogScreen.maxBelowMin': 'doit être {least} ou plus, puisque « {minQuantity} » est {least}',
  'catalogScreen.trialOfManual':
    'doit être désactivé quand « {processingType} » est « {manual} » : les essais commencent en ligne',
  'catalogScreen.contactOfStripe': 'doit être vide, sauf si « {processingType} » est « {manual} »',
  'catalogScreen.featuredTextAlone': 'doit être vide, sauf si « {featured} » est activé',
  'catalogScreen.productNeedsUrl': 'est manquant : un produit dont la tuile offre « {displayType} » doit en avoir une',
  'catalogScreen.subscriptionWithoutPlans':
    'doit être désactivé tant qu’il n’y a aucun forfait auquel s’abonner : ajoutez-en un plus bas, ou désactivez ceci',
  'catalogScreen.featureType':
    'doit être {type, select, bool {oui ou non} int {un nombre entier} other {un texte}}, selon le type de la fonctionnalité',
  'catalogScreen.versionOrder': 'ne doit pas précéder « {fromVersion} »',
  'catalogScreen.fingerprintsTooMany': 'doit être {most} ou moins, puisque « {of} » est {most}',
  'catalogScreen.borrowingOfFixed': 'doit être vide, sauf si « {licensingType} » du produit est « {Floating} »',
  'catalogScreen.amountBesidePercent': 'doit être vide quand « {percentOff} » est donné',
  'catalogScreen.discountMissing': 'est manquant : un code promo a « {percentOff} » ou « {amountOff} »',
  'catalogScreen.monthsMissing': 'est manquant : « {duration} » est « {repeating} », dites donc combien',
  'catalogScreen.monthsAlone': 'doit être vide, sauf si « {duration} » est « {repeating} »',
  'catalogScreen.productOfFile': 'doit être un produit du catalogue : {products}',
  'catalogScreen.offerKindTwice': 'doit être vide quand « {kind} » est donné',
  'catalogScreen.offerCoupon':
    'doit être un code promo du catalogue : {count, plural, =0 {il n’en a aucun} other {{codes}}}',
} as const satisfies Record<keyof typeof catalogScreenEn, string>;
