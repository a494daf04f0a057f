import type { Application } from '@portico/contract';
import { can, type Viewer } from '../../lib/permissions.ts';

/** What a tile's footer offers, in this order. */
export type TileAction =
  | { kind: 'open'; url: string; caption: string | null }
  | { kind: 'dashboard' }
  /** The licenses of the product. */
  | { kind: 'license' }
  | { kind: 'subscribe' }
  | { kind: 'contact' };

/**
 * Buttons of a home tile by its display type (CAT-16): the product's own address, its subscription, its license, or the way to one.
 * A product that cannot be bought online is asked for by contact instead (CAT-17).
 */
export function tileActions(application: Application, viewer: Viewer): TileAction[] {
  const { displayType, isBought, isDisabled, url, urlCaption, isAvailableOnline, subscriptionIsRequired } = application;
  if (isDisabled) return [];
  const actions: TileAction[] = [];
  if (displayType !== 'Subscribe' && url) actions.push({ kind: 'open', url, caption: urlCaption });
  const sells = displayType === 'Subscribe' || displayType === 'UrlWithSubscription';
  // A licensed product is sold by subscription too: what was bought there can be looked at from its tile.
  const isSubscribedTo = isBought && displayType !== 'OnlyUrl';
  if (isSubscribedTo && can('subscriptions.view', viewer)) actions.push({ kind: 'dashboard' });
  const lacksSubscription = !isBought && (sells || (displayType === 'UrlWithLicense' && subscriptionIsRequired));
  const hasLicense = displayType === 'UrlWithLicense' && !lacksSubscription;
  if (hasLicense && can('licenses.view', viewer)) actions.push({ kind: 'license' });
  if (lacksSubscription && can('purchase.buy', viewer))
    actions.push({ kind: isAvailableOnline ? 'subscribe' : 'contact' });
  return actions;
}

export type TileError =
  /** The way out is choosing a plan. */
  | { kind: 'subscription'; message: string }
  /** The way out is another payment method. */
  | { kind: 'paymentMethod'; message: string }
  /** Nothing that this user can do anything about. */
  | { kind: 'other'; message: string };

/** What stands in the way of opening a product (CAT-20); null when nothing does. */
export function tileError(
  { subscriptionError, paymentMethodError }: Pick<Application, 'subscriptionError' | 'paymentMethodError'>,
  viewer: Viewer,
): TileError | null {
  const message = subscriptionError ?? paymentMethodError;
  if (!message) return null;
  if (!can('purchase.buy', viewer)) return { kind: 'other', message };
  return { kind: subscriptionError ? 'subscription' : 'paymentMethod', message };
}
