import { cancellationReasonNames, longestShownCustomer, maxShownCustomers, pointsOfSale } from '@portico/contract';
import type { z } from 'zod';
import {
  address,
  block,
  blockOrText,
  choice,
  color,
  couponCode,
  couponReference,
  days,
  emptyListError,
  featureValues,
  flag,
  id,
  listOf,
  longListError,
  mailAddress,
  moment,
  money,
  percent,
  picture,
  plainText,
  programName,
  reference,
  slug,
  taxCode,
  text,
  version,
  whole,
} from './fields.ts';
import { maxCustomerLogoBytes, maxPictureBytes } from './picture.ts';

/** Stripe's currencies with two decimals. */
const currency = choice(['usd', 'eur', 'gbp', 'cad', 'aud', 'chf']);
/** Maximum characters of a name: a product's name at Stripe joins three such names, in at most 250 characters. */
const stripeName = 80;
const webAddress = address(['https:', 'http:']);
const intervalChoice = choice(['day', 'month', 'year']);

const customer = block({ name: plainText(longestShownCustomer), logo: picture(maxCustomerLogoBytes).optional() });

const company = block({
  name: plainText(100),
  slug,
  logoLight: picture(maxPictureBytes).optional(),
  logoDark: picture(maxPictureBytes).optional(),
  accentLight: color.optional(),
  accentDark: color.optional(),
  mailSender: mailAddress.optional(),
  mailReplyTo: mailAddress.optional(),
  customers: listOf(customer, 'customers')
    .max(maxShownCustomers, longListError('customer', maxShownCustomers))
    .default([]),
});

const additionalPrice = block({
  id,
  nickname: text(stripeName),
  amount: money(0),
  increaseTotalDeviceQuantity: flag.default(false),
});

const interval = {
  interval: intervalChoice,
  intervalCount: whole(1, 1095).default(1),
};

const pricePlan = block({
  id,
  nickname: text(stripeName),
  ...interval,
  amount: money(0),
  additionalPrices: listOf(additionalPrice, 'additionalPrices', 100).default([]),
});

const planFeature = blockOrText(
  'caption',
  block({ caption: text(300), footnote: text(500).optional() }),
  text(300).transform((caption) => ({ caption, footnote: undefined })),
);

const plan = block({
  id,
  code: plainText(50),
  name: text(stripeName),
  description: text(500),
  features: listOf(planFeature, 'planFeatures', 100).default([]),
  featured: flag.default(false),
  featuredText: text(60).optional(),
  footnote: text(500).optional(),
  pointsOfSale: listOf(choice(pointsOfSale), 'pointsOfSale').default([]),
  pointOfSaleNote: text(300).optional(),
  // The days of a trial (TRL-1), and whether known machines are refused (TRL-13).
  trial: block({ days: whole(1, 730), refuseKnownMachines: flag.default(false) }).optional(),
  active: flag.default(true),
  startDate: moment('start').optional(),
  minQuantity: whole(0, 1_000_000).default(0),
  maxQuantity: whole(1, 1_000_000).default(100_000),
  releases: whole(0, 1_000_000).optional(),
  borrowDays: whole(0, 365).default(0),
  processingType: choice(['stripe', 'manual']).default('stripe'),
  contactUrl: address(['https:', 'http:', 'mailto:']).optional(),
  licensedFeatures: featureValues.default({}),
  prices: listOf(pricePlan, 'prices', 100).default([]),
});

const addonPrice = block({ id, caption: text(stripeName), amount: money(0), ...interval });

const addon = block({
  id,
  caption: text(stripeName),
  description: text(500),
  active: flag.default(true),
  popupMessage: text(1000).optional(),
  priceUnitLabel: text(60).optional(),
  note: text(500).optional(),
  noteLink: webAddress.optional(),
  plans: listOf(reference('plan'), 'planIds').min(1, emptyListError('plan')).optional(),
  prices: listOf(addonPrice, 'prices', 100).min(1, emptyListError('price')),
});

const licensedFeature = block({
  name: programName,
  caption: text(100),
  description: text(500).default({ en: '' }),
  type: choice(['bool', 'string', 'int']),
  fromVersion: version.optional(),
  toVersion: version.optional(),
});

const featureScope = block({
  scope: programName,
  caption: text(100),
  description: text(500).default({ en: '' }),
  features: listOf(licensedFeature, 'features'),
});

/** These words appear in sentences and beside numbers. */
const unit = block({ one: text(40), other: text(40) });

/** How many of a device's first fingerprints must match for it to be the same device. */
const fingerprints = block({ matches: whole(1, 20).default(3), of: whole(1, 20).default(5) });

const cancellationReasonChoice = choice(cancellationReasonNames);

/** An offer to a customer who cancels: one of coupon, plan, interval and contact. */
const cancellationOffer = block({
  id,
  coupon: couponReference.optional(),
  plan: reference('plan').optional(),
  interval: intervalChoice.optional(),
  contact: address(['https:', 'http:', 'mailto:']).optional(),
  text: text(200).optional(),
  plans: listOf(reference('plan'), 'planIds').min(1, emptyListError('plan')).optional(),
  reasons: listOf(cancellationReasonChoice, 'reasons').min(1, emptyListError('reason')).optional(),
});

const product = block({
  id,
  name: text(stripeName),
  displayName: text(stripeName).optional(),
  description: text(1000),
  url: webAddress.optional(),
  urlCaption: text(60).optional(),
  logo: picture(maxPictureBytes).optional(),
  displayType: choice(['Subscribe', 'UrlWithSubscription', 'UrlWithLicense', 'OnlyUrl']),
  licensingType: choice(['None', 'HostLocked', 'Floating']).default('None'),
  unit: unit.optional(),
  countsDomains: flag.default(false),
  graceDays: whole(0, 90).default(7),
  offlineHours: whole(0, 8_760).default(72),
  fingerprints: fingerprints.prefault({}),
  noticeDays: days({ least: 1, most: 90, longest: 5 }).optional(),
  version: version.optional(),
  subscriptionIsRequired: flag.default(true),
  userSettingsUrl: webAddress.optional(),
  sharesSignOut: flag.default(false),
  disabled: flag.default(false),
  taxCode: taxCode.optional(),
  licensedFeatures: listOf(featureScope, 'scopes', 100).default([]),
  plans: listOf(plan, 'plans').default([]),
  addons: listOf(addon, 'addons', 100).default([]),
  cancellationOffers: listOf(cancellationOffer, 'offers', 100).default([]),
});

const coupon = block({
  code: couponCode,
  name: text(40),
  percentOff: percent.optional(),
  amountOff: money(1).optional(),
  duration: choice(['once', 'repeating', 'forever']),
  durationInMonths: whole(1, 60).optional(),
  maxRedemptions: whole(1, 10_000_000).optional(),
  redeemBy: moment('end').optional(),
  products: listOf(reference('product'), 'productIds').min(1, emptyListError('product')).optional(),
  onlyOffered: flag.default(false),
});

/** The schema of a catalog file (CAT-1). docs/catalog.md explains each field. Rules about several fields are in `rules.ts`. */
export const catalogFile = block({
  currency: currency.default('usd'),
  companies: listOf(company, 'companies').default([]),
  products: listOf(product, 'products'),
  coupons: listOf(coupon, 'coupons', 1_000).default([]),
});
export type CatalogFile = z.output<typeof catalogFile>;
export type FileProduct = CatalogFile['products'][number];
export type FilePlan = FileProduct['plans'][number];
