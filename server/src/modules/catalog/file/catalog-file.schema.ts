import { cancellationReasonNames } from '@portico/contract';
import { z } from 'zod';
import {
  address,
  block,
  choice,
  color,
  couponCode,
  flag,
  id,
  listOf,
  mailAddress,
  moment,
  money,
  percent,
  plainText,
  programName,
  slug,
  taxCode,
  text,
  version,
  whole,
} from './fields.ts';

/** Stripe's currencies that have two decimals. */
const currency = choice(['usd', 'eur', 'gbp', 'cad', 'aud', 'chf']);
/** A product's name at Stripe joins three of these, and has at most 250 characters. */
const stripeName = 80;
const webAddress = address(['https:', 'http:']);
const intervalChoice = choice(['day', 'month', 'year']);

/** The path of a picture beside the catalog file. Its content is checked when it is read. */
const picture = plainText(500);

/** Customers that the sign-up names. */
const mostCustomers = 12;
const customersError = { error: `should be ${mostCustomers} customers at most` };

const company = block({
  name: plainText(100),
  slug,
  logoLight: picture.optional(),
  logoDark: picture.optional(),
  accentLight: color.optional(),
  accentDark: color.optional(),
  mailSender: mailAddress.optional(),
  mailReplyTo: mailAddress.optional(),
  customers: listOf(block({ name: plainText(40), logo: picture.optional() }), 'customers')
    .max(mostCustomers, customersError)
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
  additionalPrices: listOf(additionalPrice, 'additional prices').default([]),
});

const planFeature = z.union(
  [
    text(300).transform((caption) => ({ caption, footnote: undefined })),
    block({ caption: text(300), footnote: text(500).optional() }),
  ],
  { error: 'should be text, or a block with caption and footnote' },
);

const featureValue = z.union([z.boolean(), z.int(), z.string().trim().min(1).max(500)], {
  error: 'should be true, false, a whole number or text, as the type of the feature says',
});

const plan = block({
  id,
  code: plainText(50),
  name: text(stripeName),
  description: text(500),
  features: listOf(planFeature, 'texts, or blocks with caption and footnote').default([]),
  featured: flag.default(false),
  featuredText: text(60).optional(),
  footnote: text(500).optional(),
  trial: block({ days: whole(1, 730) }).optional(),
  active: flag.default(true),
  startDate: moment('start').optional(),
  minQuantity: whole(0, 1_000_000).default(0),
  maxQuantity: whole(1, 1_000_000).default(100_000),
  releases: whole(0, 1_000_000).optional(),
  borrowDays: whole(0, 365).default(0),
  processingType: choice(['stripe', 'manual']).default('stripe'),
  contactUrl: address(['https:', 'http:', 'mailto:']).optional(),
  licensedFeatures: z
    .record(
      z.string(),
      z.record(z.string(), featureValue, { error: 'should be a block of feature names with their values' }),
      {
        error: 'should be a block of scopes, each a block of feature names with their values',
      },
    )
    .default({}),
  prices: listOf(pricePlan, 'prices').default([]),
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
  plans: listOf(id, 'ids of plans').min(1, { error: 'should list one plan or more, or be left out' }).optional(),
  prices: listOf(addonPrice, 'prices').min(1, { error: 'should list one price or more' }),
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

/** Longest words for what a quantity counts. They stand in sentences and beside numbers. */
const unit = block({ one: text(40), other: text(40) });

/** How many of a device's first fingerprints have to agree for it to be the same device. */
const fingerprints = block({ matches: whole(1, 20), of: whole(1, 20) });

const cancellationReasonChoice = choice(cancellationReasonNames);

/** What is offered to who cancels: one of coupon, plan, interval and contact. */
const cancellationOffer = block({
  id,
  coupon: couponCode.optional(),
  plan: id.optional(),
  interval: intervalChoice.optional(),
  contact: address(['https:', 'http:', 'mailto:']).optional(),
  text: text(200).optional(),
  plans: listOf(id, 'ids of plans').min(1, { error: 'should list one plan or more, or be left out' }).optional(),
  reasons: listOf(cancellationReasonChoice, 'reasons')
    .min(1, { error: 'should list one reason or more, or be left out' })
    .optional(),
});

const product = block({
  id,
  name: text(stripeName),
  displayName: text(stripeName).optional(),
  description: text(1000),
  url: webAddress.optional(),
  urlCaption: text(60).optional(),
  logo: picture.optional(),
  displayType: choice(['Subscribe', 'UrlWithSubscription', 'UrlWithLicense', 'OnlyUrl']),
  licensingType: choice(['None', 'HostLocked', 'Floating']).default('None'),
  unit: unit.optional(),
  graceDays: whole(0, 90).default(7),
  offlineHours: whole(0, 8_760).default(72),
  fingerprints: fingerprints.default({ matches: 3, of: 5 }),
  noticeDays: listOf(whole(1, 90), 'days, 1 to 90')
    .max(5, { error: 'should list five days at most' })
    .transform((days) => [...new Set(days)].toSorted((one, other) => other - one))
    .optional(),
  version: version.optional(),
  subscriptionIsRequired: flag.default(true),
  userSettingsUrl: webAddress.optional(),
  sharesSignOut: flag.default(false),
  disabled: flag.default(false),
  taxCode: taxCode.optional(),
  licensedFeatures: listOf(featureScope, 'scopes').default([]),
  plans: listOf(plan, 'plans').default([]),
  addons: listOf(addon, 'add-ons').default([]),
  cancellationOffers: listOf(cancellationOffer, 'offers').default([]),
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
  products: listOf(id, 'ids of products')
    .min(1, { error: 'should list one product or more, or be left out' })
    .optional(),
  onlyOffered: flag.default(false),
});

/** The schema of a catalog file. docs/catalog.md explains each field. Rules about several fields are in `rules.ts`. */
export const catalogFile = block({
  currency: currency.default('usd'),
  companies: listOf(company, 'companies').default([]),
  products: listOf(product, 'products'),
  coupons: listOf(coupon, 'coupons').default([]),
});
export type CatalogFile = z.output<typeof catalogFile>;
export type FileProduct = CatalogFile['products'][number];
export type FilePlan = FileProduct['plans'][number];
