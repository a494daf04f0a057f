/** Problems of values in the catalog editor. They replace the texts of catalog-file-en.ts that mention the file. */
export const catalogScreenEn = {
  'catalogScreen.what.localized': 'text of 1 to {longest} characters',
  'catalogScreen.what.flag': 'on or off',
  'catalogScreen.what.color': 'a color such as #0b6e4f',
  'catalogScreen.what.version': 'a version such as 5.2',
  'catalogScreen.what.planFeature': 'text',
  'catalogScreen.what.featureValue': 'yes or no, a whole number or text, as the type of the feature says',
  'catalogScreen.inQuotes': 'should be {what}',
  'catalogScreen.planNeedsPrice':
    'is missing: a plan sold by “{stripe}” needs a price, 0 for a free one, unless “{trial}” is on',
  'catalogScreen.maxBelowMin': 'should be {least} or more, as “{minQuantity}” is {least}',
  'catalogScreen.trialOfManual': 'should be off where “{processingType}” is “{manual}”: trials begin online',
  'catalogScreen.contactOfStripe': 'should be empty, unless “{processingType}” is “{manual}”',
  'catalogScreen.featuredTextAlone': 'should be empty, unless “{featured}” is on',
  'catalogScreen.productNeedsUrl': 'is missing: a product whose tile offers “{displayType}” needs one',
  'catalogScreen.subscriptionWithoutPlans':
    'should be off until there is a plan to subscribe to: add one below, or switch this off',
  'catalogScreen.featureType':
    'should be {type, select, bool {yes or no} int {a whole number} other {text}}, as the type of the feature says',
  'catalogScreen.versionOrder': 'should not be before “{fromVersion}”',
  'catalogScreen.fingerprintsTooMany': 'should be {most} or less, as “{of}” is {most}',
  'catalogScreen.borrowingOfFixed': 'should be empty, unless “{licensingType}” of the product is “{Floating}”',
  'catalogScreen.amountBesidePercent': 'should be empty where “{percentOff}” is given',
  'catalogScreen.discountMissing': 'is missing: a coupon has “{percentOff}” or “{amountOff}”',
  'catalogScreen.monthsMissing': 'is missing: “{duration}” is “{repeating}”, so say how many',
  'catalogScreen.monthsAlone': 'should be empty, unless “{duration}” is “{repeating}”',
  'catalogScreen.productOfFile': 'should be a product of the catalog: {products}',
  'catalogScreen.offerKindTwice': 'should be empty where “{kind}” is given',
  'catalogScreen.offerCoupon': 'should be a coupon of the catalog: {count, plural, =0 {it has none} other {{codes}}}',
} as const;
