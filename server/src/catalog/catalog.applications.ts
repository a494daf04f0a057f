import type { Application, Locale } from '@portico/contract';
import { brandName, localize, translate } from '../core/messages/index.ts';
import { lowestPayment } from './catalog.amounts.ts';
import { type HeldSubscription, type Holding, liveSubscription } from './catalog.holdings.ts';
import { presentUnit } from './catalog.naming.ts';
import { findPlanHolding } from './catalog.plans.ts';
import { isOnSale, mayChoose } from './catalog.selection.ts';
import type { Product } from './catalog.types.ts';

export interface Viewer {
  readonly locale: Locale;
  readonly now: Date;
  /** The address for questions about a failed payment. */
  readonly contactUrl: string | null;
  /** Whether the user may see how the account pays. */
  readonly mayReadBilling: boolean;
}

/** A product as a tile on an account's home page (CAT-16). */
export function presentApplication(product: Product, holding: Holding | undefined, viewer: Viewer): Application {
  const { locale, now } = viewer;
  const live = (holding?.subscriptions ?? []).filter((held) => liveSubscription({ subscriptions: [held] }, now));
  // The price after a trial is that of another plan.
  const offered = product.plans.filter((plan) => isOnSale(product, plan, now));
  return {
    clientId: null,
    id: product.id,
    name: localize(product.name, locale),
    displayName: localize(product.displayName, locale),
    description: localize(product.description, locale),
    url: product.url,
    urlCaption: product.urlCaption && localize(product.urlCaption, locale),
    logo64: product.logo64,
    displayType: product.displayType,
    licensingType: product.licensingType,
    countsDomains: product.countsDomains,
    unit: presentUnit(product, locale),
    isBought: live.length > 0,
    isDisabled: product.disabled,
    subscriptionIsRequired: product.subscriptionIsRequired,
    subscriptionIds: live.map(({ id }) => id),
    hasUserSettings: product.userSettingsUrl !== null,
    userSettingsUrl: product.userSettingsUrl,
    isAvailableOnline: offered.length > 0,
    from: lowestPayment(offered.filter(({ isTrial }) => !isTrial)),
    trialDays: trialDays(product, holding, now),
    holding: live[0] ? presentHolding(product, live[0], locale) : null,
    former: live[0] ? null : presentFormer(product, holding, locale),
    subscriptionError: subscriptionError(product, holding, live, viewer),
    paymentMethodError: paymentMethodError(product, live, viewer),
  };
}

/** Days of the trial that the account may start (TRL-3, TRL-4). */
function trialDays(product: Product, holding: Holding | undefined, now: Date): number | null {
  const { current } = findPlanHolding(product, holding, now);
  return product.plans.find((plan) => plan.isTrial && mayChoose(product, plan, current, now))?.trialDays ?? null;
}

function presentHolding(product: Product, held: HeldSubscription, locale: Locale): Application['holding'] {
  return {
    subscriptionId: held.id,
    planName: planName(product, held, locale),
    // A live subscription has not ended.
    status: held.status as 1 | 2 | 3,
    statusTitle: translate(locale, held.statusTitle),
    trial: held.trial,
    quantity: held.quantity,
    inUse: product.licensingType === 'None' ? null : held.devicesInUse,
    cancelAt: held.cancelAt?.toISOString() ?? null,
    expirationDate: held.expirationDate?.toISOString() ?? null,
  };
}

/** The newest ended subscription. */
function presentFormer(product: Product, holding: Holding | undefined, locale: Locale): Application['former'] {
  const ended = holding?.subscriptions.find(({ status }) => status === 4);
  const endedAt = ended?.endedAt ?? ended?.expirationDate;
  if (!ended || !endedAt) return null;
  return { planName: planName(product, ended, locale), endedAt: endedAt.toISOString(), isUnpaid: ended.isUnpaid };
}

function planName({ plans }: Product, { planId }: HeldSubscription, locale: Locale): string {
  const plan = plans.find(({ id }) => id === planId);
  return plan ? localize(plan.name, locale) : planId;
}

/** Reports a missing or ended subscription to a product that requires one (CAT-19). */
function subscriptionError(
  product: Product,
  holding: Holding | undefined,
  live: readonly HeldSubscription[],
  { locale }: Viewer,
): string | null {
  if (!product.subscriptionIsRequired || product.disabled || live.length > 0) return null;
  // A subscription that waits for its first payment has not begun.
  const ended = holding?.subscriptions.some(({ status }) => status !== 2) ?? false;
  return translate(locale, ended ? 'catalog.subscriptionExpired' : 'catalog.subscriptionMissing', {
    product: localize(product.displayName, locale),
  });
}

/** Reports a failed renewal, with its card if the user may see it (CAT-19). */
function paymentMethodError(
  product: Product,
  live: readonly HeldSubscription[],
  { locale, contactUrl, mayReadBilling }: Viewer,
): string | null {
  const failed = live.find(({ paymentFailed }) => paymentFailed)?.paymentFailed;
  if (!failed) return null;
  const values = {
    product: localize(product.displayName, locale),
    card: mayReadBilling ? 'shown' : 'hidden',
    brand: brandName(failed.brand),
    last4: failed.last4,
  };
  if (contactUrl === null) return translate(locale, 'catalog.paymentFailedWithoutContact', values);
  return translate(locale, 'catalog.paymentFailed', { ...values, contact: contactUrl.replace(/^mailto:/, '') });
}
