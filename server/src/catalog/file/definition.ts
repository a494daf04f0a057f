import type { CompanyBrand, CustomersOfCompany } from '../../accounts/index.ts';
import type { LocalizedText } from '../../core/messages/index.ts';
import type {
  AddonPlan,
  CancellationOffer,
  StoredAddon,
  StoredCoupon,
  StoredPlan,
  StoredPrice,
  StoredProduct,
} from '../catalog.rows.ts';
import type { CatalogFile, FilePlan, FileProduct } from './catalog-file.schema.ts';
import type { Path } from './paths.ts';
import { defaultTrialPriceId } from './rule-parts.ts';
import { sellsAddons } from './rules.ts';

type Row<Stored> = Omit<Stored, 'createdAt' | 'retiredAt'>;
export type ProductRow = Row<StoredProduct>;
export type PlanRow = Row<StoredPlan>;
export type AddonRow = Row<StoredAddon>;
export type PriceRow = Row<StoredPrice>;
export type CouponRow = Row<StoredCoupon>;

/** The rows of a catalog file, with all defaults filled in. */
export interface CatalogDefinition {
  /** The first is the default brand; the others are found by slug. */
  readonly companies: readonly CompanyBrand[];
  /** The customers that the brands' sign-up pages show, in the order of `companies`. */
  readonly shownCustomers: readonly CustomersOfCompany[];
  readonly products: readonly ProductRow[];
  readonly plans: readonly PlanRow[];
  readonly addons: readonly AddonRow[];
  readonly addonPlans: readonly AddonPlan[];
  readonly prices: readonly PriceRow[];
  readonly coupons: readonly CouponRow[];
  /** Stripe's tax code by product id. */
  readonly taxCodes: ReadonlyMap<string, string>;
  /** The path of each row in the file, by '<table> <id>'. */
  readonly origins: ReadonlyMap<string, Path>;
}

/** @param picture returns the data: URI of a picture's path */
export function defineCatalog(file: CatalogFile, picture: (path: string) => string): CatalogDefinition {
  const readPicture = (path: string | undefined) => (path === undefined ? null : picture(path));
  const origins = new Map<string, Path>();
  const planRows: PlanRow[] = [];
  const addonRows: AddonRow[] = [];
  const addonPlanRows: { addonId: string; planId: string }[] = [];
  const priceRows: PriceRow[] = [];

  file.products.forEach((product, productIndex) => {
    const productPath = ['products', productIndex];
    origins.set(`products ${product.id}`, productPath);
    product.plans.forEach((plan, planIndex) => {
      const path = [...productPath, 'plans', planIndex];
      origins.set(`plans ${plan.id}`, path);
      planRows.push(createPlanRow(product, plan, planIndex));
      for (const [row, steps] of createPlanPrices(plan, file.currency)) {
        origins.set(`prices ${row.id}`, [...path, ...steps]);
        priceRows.push(row);
      }
    });
    product.addons.forEach((addon, addonIndex) => {
      const path = [...productPath, 'addons', addonIndex];
      origins.set(`addons ${addon.id}`, path);
      addonRows.push(createAddonRow(product, addon, addonIndex));
      const taking = product.plans.filter(sellsAddonsWith).map(({ id }) => id);
      addonPlanRows.push(...(addon.plans ?? taking).map((planId) => ({ addonId: addon.id, planId })));
      addon.prices.forEach((price, priceIndex) => {
        origins.set(`prices ${price.id}`, [...path, 'prices', priceIndex]);
        priceRows.push({
          ...createPriceRow(price.id, priceIndex, price.caption, price.amount, file.currency, price),
          kind: 'addon',
          addonId: addon.id,
          increasesDeviceQuantity: false,
        });
      });
    });
  });
  file.coupons.forEach((coupon, index) => {
    origins.set(`coupons ${coupon.code}`, ['coupons', index]);
  });

  return {
    companies: file.companies.map((company) => createCompanyBrand(company, readPicture)),
    shownCustomers: file.companies.map(({ slug, customers }) => ({
      slug,
      customers: customers.map(({ name, logo }) => ({ name, logo: readPicture(logo) })),
    })),
    products: file.products.map((product, position) => createProductRow(product, position, readPicture(product.logo))),
    plans: planRows,
    addons: addonRows,
    addonPlans: addonPlanRows,
    prices: priceRows,
    coupons: file.coupons.map((coupon, position) => createCouponRow(coupon, position, file.currency)),
    taxCodes: new Map(file.products.flatMap(({ id, taxCode }) => (taxCode ? [[id, taxCode]] : []))),
    origins,
  };
}

type Picture = (path: string | undefined) => string | null;

function createCompanyBrand(company: CatalogFile['companies'][number], readPicture: Picture): CompanyBrand {
  return {
    name: company.name,
    slug: company.slug,
    logoLight: readPicture(company.logoLight),
    logoDark: readPicture(company.logoDark),
    accentLight: company.accentLight ?? null,
    accentDark: company.accentDark ?? null,
    mailSender: company.mailSender ?? null,
    mailReplyTo: company.mailReplyTo ?? null,
  };
}

function createProductRow(product: FileProduct, position: number, logo64: string | null): ProductRow {
  return {
    id: product.id,
    position,
    name: product.name,
    displayName: product.displayName ?? product.name,
    description: product.description,
    url: product.url ?? null,
    urlCaption: product.urlCaption ?? null,
    logo64,
    displayType: product.displayType,
    licensingType: product.licensingType,
    unit: product.unit ?? null,
    countsDomains: product.countsDomains,
    graceDays: product.graceDays,
    offlineHours: product.offlineHours,
    noticeDays: product.noticeDays ?? null,
    fingerprintMatches: product.fingerprints.matches,
    fingerprintParts: product.fingerprints.of,
    version: product.version ?? null,
    subscriptionIsRequired: product.subscriptionIsRequired,
    userSettingsUrl: product.userSettingsUrl ?? null,
    sharesSignOut: product.sharesSignOut,
    disabled: product.disabled,
    cancellationOffers: product.cancellationOffers.map(createOffer),
    featureScopes: product.licensedFeatures.map(({ scope, caption, description, features }) => ({
      name: scope,
      caption,
      description,
      features: features.map((feature) => ({
        name: feature.name,
        caption: feature.caption,
        description: feature.description,
        type: feature.type,
        fromVersion: feature.fromVersion ?? null,
        toVersion: feature.toVersion ?? null,
      })),
    })),
  };
}

function createOffer(offer: FileProduct['cancellationOffers'][number]): CancellationOffer {
  const { id, coupon = null, plan = null, interval, contact = null, text = null } = offer;
  const kind = coupon ? 'coupon' : plan ? 'plan' : interval ? 'interval' : 'contact';
  return {
    id,
    kind,
    couponCode: coupon,
    planId: plan,
    interval: interval ? intervals[interval] : null,
    url: contact,
    text,
    plans: offer.plans ?? null,
    reasons: offer.reasons ?? [],
  };
}

function createPlanRow(product: FileProduct, plan: FilePlan, position: number): PlanRow {
  return {
    id: plan.id,
    productId: product.id,
    position,
    code: plan.code,
    name: plan.name,
    description: plan.description,
    features: plan.features.map(({ caption, footnote }) => ({ caption, footnote: footnote ?? null })),
    featured: plan.featured,
    featuredText: plan.featuredText ?? null,
    footnote: plan.footnote ?? null,
    pointsOfSale: plan.pointsOfSale,
    pointOfSaleNote: plan.pointOfSaleNote ?? null,
    isTrial: plan.trial !== undefined,
    trialDays: plan.trial?.days ?? null,
    refusesKnownMachines: plan.trial?.refuseKnownMachines ?? false,
    active: plan.active,
    startDate: plan.startDate ?? null,
    minQuantity: plan.minQuantity,
    maxQuantity: plan.maxQuantity,
    releases: plan.releases ?? null,
    borrowDays: plan.borrowDays,
    processingType: plan.processingType === 'manual' ? 1 : 0,
    contactUrl: plan.contactUrl ?? null,
    featureValues: plan.licensedFeatures,
  };
}

function sellsAddonsWith(plan: FilePlan): boolean {
  return sellsAddons({
    isTrial: plan.trial !== undefined,
    isManual: plan.processingType === 'manual',
    amounts: plan.prices.map(({ amount }) => amount),
  });
}

/** The name of the default price plan of a trial (TRL-2). @param days 1 or more */
function formatTrialName(days: number): LocalizedText {
  return days === 1 ? { en: '1 Day', fr: '1 jour' } : { en: `${days} Days`, fr: `${days} jours` };
}

function createPlanPrices(plan: FilePlan, currency: string): [PriceRow, Path][] {
  if (plan.prices.length === 0 && plan.trial) {
    // A trial without prices gets a default one (TRL-2).
    const id = defaultTrialPriceId(plan.id);
    const monthly = { interval: 'month', intervalCount: 1 } as const;
    const name = formatTrialName(plan.trial.days);
    return [[{ ...createPriceRow(id, 0, name, 0, currency, monthly), planId: plan.id }, []]];
  }
  return plan.prices.flatMap((price, index): [PriceRow, Path][] => [
    [
      { ...createPriceRow(price.id, index, price.nickname, price.amount, currency, price), planId: plan.id },
      ['prices', index],
    ],
    ...price.additionalPrices.map((additional, position): [PriceRow, Path] => [
      {
        ...createPriceRow(additional.id, position, additional.nickname, additional.amount, currency, price),
        kind: 'additional',
        planId: plan.id,
        pricePlanId: price.id,
        increasesDeviceQuantity: additional.increaseTotalDeviceQuantity,
      },
      ['prices', index, 'additionalPrices', position],
    ]),
  ]);
}

const intervals = { day: 'Day', month: 'Month', year: 'Year' } as const;

function createPriceRow(
  id: string,
  position: number,
  caption: LocalizedText,
  amount: number,
  currency: string,
  every: { interval: keyof typeof intervals; intervalCount: number },
): PriceRow {
  return {
    id,
    kind: 'base',
    planId: null,
    pricePlanId: null,
    addonId: null,
    position,
    caption,
    interval: intervals[every.interval],
    intervalCount: every.intervalCount,
    amount,
    currency,
    increasesDeviceQuantity: true,
  };
}

function createAddonRow(product: FileProduct, addon: FileProduct['addons'][number], position: number): AddonRow {
  return {
    id: addon.id,
    productId: product.id,
    position,
    caption: addon.caption,
    description: addon.description,
    active: addon.active,
    popupMessage: addon.popupMessage ?? null,
    priceUnitLabel: addon.priceUnitLabel ?? null,
    note: addon.note ?? null,
    noteLink: addon.noteLink ?? null,
  };
}

function createCouponRow(coupon: CatalogFile['coupons'][number], position: number, currency: string): CouponRow {
  return {
    code: coupon.code,
    position,
    name: coupon.name,
    percentOff: coupon.percentOff ?? null,
    amountOff: coupon.amountOff ?? null,
    currency,
    duration: coupon.duration,
    durationInMonths: coupon.durationInMonths ?? null,
    maxRedemptions: coupon.maxRedemptions ?? null,
    redeemBy: coupon.redeemBy ?? null,
    productIds: coupon.products ?? null,
    onlyOffered: coupon.onlyOffered,
  };
}
