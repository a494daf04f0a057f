import type { Application } from '@portico/contract';
import { can, type Viewer } from '../../lib/permissions.ts';

/** The actions of a tile, in this order. */
export type TileAction =
  | { kind: 'open'; url: string; caption: string | null }
  | { kind: 'dashboard' }
  /** The licenses of the product. */
  | { kind: 'license' }
  | { kind: 'subscribe' }
  | { kind: 'contact' };

/**
 * The buttons of a home tile by its display type (CAT-16): the product's own address, its subscription, its license,
 * or a way to subscribe. A product that cannot be bought online has a contact link (CAT-17).
 */
export function tileActions(application: Application, viewer: Viewer): TileAction[] {
  const { displayType, isBought, isDisabled, url, urlCaption, isAvailableOnline, subscriptionIsRequired } = application;
  // A licensed product is sold by subscription too, so its tile links to it.
  const isSubscribedTo = isBought && displayType !== 'OnlyUrl';
  const dashboard = isSubscribedTo && can('subscriptions.view', viewer) ? [{ kind: 'dashboard' as const }] : [];
  // The account may still cancel or restore its subscription, or change its card.
  if (isDisabled) return dashboard;
  const actions: TileAction[] = [];
  if (displayType !== 'Subscribe' && url) actions.push({ kind: 'open', url, caption: urlCaption });
  const sells = displayType === 'Subscribe' || displayType === 'UrlWithSubscription';
  actions.push(...dashboard);
  const lacksSubscription = !isBought && (sells || (displayType === 'UrlWithLicense' && subscriptionIsRequired));
  const hasLicense = displayType === 'UrlWithLicense' && !lacksSubscription;
  if (hasLicense && can('licenses.view', viewer)) actions.push({ kind: 'license' });
  if (lacksSubscription && can('purchase.buy', viewer))
    actions.push({ kind: isAvailableOnline ? 'subscribe' : 'contact' });
  return actions;
}

export type TileError =
  /** Resolved by choosing a plan. */
  | { kind: 'subscription'; message: string }
  /** Resolved by another payment method. */
  | { kind: 'paymentMethod'; message: string }
  /** This user cannot resolve the problem. */
  | { kind: 'other'; message: string };

/** Why a product cannot be opened (CAT-20); null if it can. */
export function tileError(
  { subscriptionError, paymentMethodError }: Pick<Application, 'subscriptionError' | 'paymentMethodError'>,
  viewer: Viewer,
): TileError | null {
  const message = subscriptionError ?? paymentMethodError;
  if (!message) return null;
  if (!can('purchase.buy', viewer)) return { kind: 'other', message };
  return { kind: subscriptionError ? 'subscription' : 'paymentMethod', message };
}
