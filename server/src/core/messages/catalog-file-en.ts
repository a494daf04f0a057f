/**
 * Problems of values in a catalog definition. Each text follows the name of a field; `what` texts are used in
 * `shouldBe` and the texts next to it.
 */
export const catalogFileEn = {
  'catalogFile.shouldBe': 'should be {what}',
  'catalogFile.missing': 'is missing: it should be {what}',
  'catalogFile.inQuotes': 'should be {what}: put it in quotes',
  'catalogFile.what.text': 'text of 1 to {longest} characters',
  'catalogFile.what.localized': "text of 1 to {longest} characters, or '{'en: …, fr: …'}'",
  'catalogFile.what.id': 'an id of lower-case letters, digits and hyphens, 63 characters at most',
  'catalogFile.what.programName': 'a name of letters, digits, dots, hyphens and underscores, starting with a letter',
  'catalogFile.what.flag': 'true or false',
  'catalogFile.what.whole': 'a whole number from {least} to {most}',
  'catalogFile.what.choice': 'one of {choices}',
  'catalogFile.what.money':
    'money such as 49.00, with two decimals at most, {least, plural, =0 {0 or more} other {more than 0}} and below 1000000',
  'catalogFile.what.percent': 'a percentage above 0 and up to 100, with two decimals at most',
  'catalogFile.what.moment': 'a day such as 2027-03-01, or a moment such as 2027-03-01T09:00:00Z',
  'catalogFile.what.webAddress': 'a web address such as https://desktop.vendor.example/',
  'catalogFile.what.contactAddress':
    'a web or mail address such as https://vendor.example/contact or mailto:sales@vendor.example',
  'catalogFile.what.version': "a version such as '5.2'",
  'catalogFile.what.color': "a color such as '#0b6e4f', in quotes",
  'catalogFile.what.mailAddress': 'a mail address such as billing@vendor.example',
  'catalogFile.what.taxCode': "one of Stripe's tax codes, such as txcd_10103001",
  'catalogFile.what.couponCode': 'a code of letters, digits and hyphens, 40 characters at most',
  'catalogFile.what.slug': 'a part of a web address: lower-case letters, digits and hyphens',
  'catalogFile.what.block': 'a block with {fields}',
  'catalogFile.what.list':
    'a list of {items, select, companies {companies} products {products} coupons {coupons} plans {plans} prices {prices} additionalPrices {additional prices} planFeatures {texts, or blocks with caption and footnote} addons {add-ons} scopes {scopes} features {features} offers {offers} planIds {ids of plans} productIds {ids of products} reasons {reasons} customers {customers} days {days} other {values}}',
  'catalogFile.what.planFeature': 'text, or a block with caption and footnote',
  'catalogFile.what.featureValue': 'true, false, a whole number or text, as the type of the feature says',
  'catalogFile.what.featureValues': 'a block of feature names with their values',
  'catalogFile.what.scopeValues': 'a block of scopes, each a block of feature names with their values',
  'catalogFile.unknownField': 'is not a field here; the fields are {fields}',
  'catalogFile.listOne':
    'should list one {item, select, plan {plan} product {product} reason {reason} other {price}} or more{item, select, price {} other {, or be left out}}',
  'catalogFile.listMost': 'should list {most} {item, select, customer {customers} other {days}} at most',
  'catalogFile.listLongest': 'should list {most} entries at most',
  'catalogFile.notYaml': 'is not YAML: {reason}',
  'catalogFile.unreadable': 'cannot be read: {reason}',
  'catalogFile.pictureRelative': 'should be the path of a picture, relative to this file',
  'catalogFile.pictureTooLarge': 'should be a picture of {most} kB or less',
  'catalogFile.pictureUnreadable': 'should be a picture that can be read: {file} ({reason})',
  'catalogFile.pictureFormat': 'should be a PNG, JPEG or WebP picture; other formats, SVG among them, are not taken',
  'catalogFile.planNeedsPrice':
    'is missing: a plan sold through Stripe should have a price (amount 0 for a free plan), unless it is a trial or its processingType is manual',
  'catalogFile.maxBelowMin': 'should be {least} or more, as minQuantity is {least}',
  'catalogFile.trialOfManual': 'should be left out of a manual plan: trials begin online',
  'catalogFile.contactOfStripe': 'should be left out, unless processingType is manual',
  'catalogFile.featuredTextAlone': 'should be left out, unless featured is true',
  'catalogFile.intervalTooLong': "should be {most} or less: three years are Stripe's longest interval",
  'catalogFile.productNeedsUrl': 'is missing: a product with displayType {displayType} should have one',
  'catalogFile.subscriptionWithoutPlans': 'should be false: the product has no plans to subscribe to',
  'catalogFile.addonPlanFree': 'should be a plan with something to pay: trials, free and manual plans take no add-ons',
  'catalogFile.planOfProduct': 'should be a plan of this product: {count, plural, =0 {it has none} other {{plans}}}',
  'catalogFile.addonInterval':
    'should be an interval of a plan that the add-on is offered on: {count, plural, =0 {there is no such plan} other {{intervals}}}',
  'catalogFile.scopeUnknown': 'should be a scope of this product: {count, plural, =0 {it has none} other {{scopes}}}',
  'catalogFile.featureUnknown': 'should be a feature of this scope: {features}',
  'catalogFile.featureType':
    "should be {type, select, bool {true or false} int {a whole number} other {text}}, as the feature's type is {type}",
  'catalogFile.versionOrder': 'should not be before fromVersion',
  'catalogFile.fingerprintsTooMany': 'should be {most} or less, as of is {most}',
  'catalogFile.borrowingOfFixed': 'should be left out, unless licensingType is Floating',
  'catalogFile.amountBesidePercent': 'should be left out where percentOff is given',
  'catalogFile.discountMissing': 'is missing: a coupon should have percentOff or amountOff',
  'catalogFile.monthsMissing': 'is missing: duration repeating should say for how many months',
  'catalogFile.monthsAlone': 'should be left out, unless duration is repeating',
  'catalogFile.productOfFile': 'should be a product of this file: {products}',
  'catalogFile.offerRepeated': 'should be unique among the offers of the product',
  'catalogFile.offerKindMissing': 'should have one of {kinds}',
  'catalogFile.offerKindTwice': 'should be left out where {kind} is given',
  'catalogFile.offerCoupon':
    'should be the code of a coupon of this file: {count, plural, =0 {it has none} other {{codes}}}',
  'catalogFile.offerCouponElsewhere': 'should be a coupon that is good for this product',
  'catalogFile.offerPlan':
    'should be a plan of this product that is bought online: {count, plural, =0 {it has none} other {{plans}}}',
  'catalogFile.offerInterval': 'should be an interval of a price of this product',
  'catalogFile.repeated':
    "should be unique: ''{value}'' is already {what, select, slug {the slug of a company} product {the id of a product} plan {the id of a plan} addon {the id of an add-on} code {the code of a plan of this product} scope {a scope of this product} feature {a feature of this scope} coupon {the code of a coupon} other {the id of a price (price plans, additional prices and add-on prices share their ids)}}",
  'catalogFile.defaultPriceId': 'should be another id: a trial without prices makes a price of this one',
  'catalogFile.belongsElsewhere':
    'should be a new one: this one was given to {what, select, plan {a plan} addon {an add-on} other {a price}} of {owner} before, and subscriptions go on naming it',
  'catalogFile.couponSpelling': "should be spelled ''{code}'', as it was before: customers may type it in any case",
  'catalogFile.slugOfAnother': "should not be ''{slug}'', which is another company''s",
  'catalogFile.slugOfDefault': "should not be ''{slug}'', which is the default company''s",
} as const;
