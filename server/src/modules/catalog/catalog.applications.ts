import type { Application, Locale } from '@portico/contract';
import { brandName, localize, translate } from '../../messages/index.ts';
import { fromAmountPerMonth } from './catalog.amounts.ts';
import { type HeldSubscription, type Holding, liveSubscription } from './catalog.holdings.ts';
import { isOnSale } from './catalog.selection.ts';
import type { Product } from './catalog.types.ts';

export interface Viewer {
  readonly locale: Locale;
  readonly now: Date;
  /** The address for questions about a failed payment. */
  readonly contactUrl: string | null;
  /** Whether the user may see how the account pays. */
  readonly mayReadBilling: boolean;
}

/** A product as a home tile for one account (CAT-16). */
export function toApplication(product: Product, holding: Holding | undefined, viewer: Viewer): Application {
  const { locale, now } = viewer;
  const live = (holding?.subscriptions ?? []).filter((held) => liveSubscription({ subscriptions: [held] }, now));
  // Trials and plans that are not on sale have no price to continue at.
  const offered = product.plans.filter((plan) => isOnSale(product, plan, now));
  return {
    id: product.id,
    name: localize(product.name, locale),
    displayName: localize(product.displayName, locale),
    description: localize(product.description, locale),
    url: product.url,
    urlCaption: product.urlCaption && localize(product.urlCaption, locale),
    logo64: product.logo64,
    displayType: product.displayType,
    licensingType: product.licensingType,
    isBought: live.length > 0,
    isDisabled: product.disabled,
    subscriptionIsRequired: product.subscriptionIsRequired,
    subscriptionIds: live.map(({ id }) => id),
    hasUserSettings: product.userSettingsUrl !== null,
    userSettingsUrl: product.userSettingsUrl,
    isAvailableOnline: offered.length > 0,
    fromAmountPerMonth: fromAmountPerMonth(offered.filter(({ isTrial }) => !isTrial)),
    subscriptionError: subscriptionError(product, holding, live, viewer),
    paymentMethodError: paymentMethodError(product, live, viewer),
  };
}

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

function paymentMethodError(
  product: Product,
  live: readonly HeldSubscription[],
  { locale, contactUrl, mayReadBilling }: Viewer,
): string | null {
  const failed = live.find(({ paymentFailed }) => paymentFailed)?.paymentFailed;
  if (!failed) return null;
  const about = {
    product: localize(product.displayName, locale),
    card: mayReadBilling ? 'shown' : 'hidden',
    brand: brandName(failed.brand),
    last4: failed.last4,
  };
  if (contactUrl === null) return translate(locale, 'catalog.paymentFailedWithoutContact', about);
  return translate(locale, 'catalog.paymentFailed', { ...about, contact: contactUrl.replace(/^mailto:/, '') });
}
