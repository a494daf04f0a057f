import type { PurchaseEstimate } from '@portico/contract';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { type PreviewNames, presentDiscount } from '../invoices/invoices.preview.ts';
import type { ScheduledChange } from '../subscriptions/scheduled-changes.projection.ts';
import { presentScheduledChange } from '../subscriptions/scheduled-changes.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import type { Priced } from './price.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { type CheckedSelection, findKeptDiscounts } from './terms.ts';

/** The side effects of a change (PUR-37); null for a new subscription. */
export async function findConsequences(
  { catalog, locale }: Pick<PurchaseContext, 'catalog'> & Pick<RequestContext, 'locale'>,
  { subscription, resolved, schedule }: CheckedSelection,
  priced: Priced,
  names: PreviewNames,
): Promise<PurchaseEstimate['consequences']> {
  if (!subscription) return null;
  const held = subscription.items.filter(({ kind }) => kind === 'addon');
  const sold = await catalog.findByStripePrice([...held, ...resolved.lines].map(({ stripePriceId }) => stripePriceId));
  const kept = new Set(resolved.lines.flatMap(({ stripePriceId }) => sold.get(stripePriceId)?.addon?.id ?? []));
  const removed = held.filter(({ stripePriceId }) => !kept.has(sold.get(stripePriceId)?.addon?.id ?? ''));
  return {
    removedAddons: removed.map(({ stripePriceId, caption }) => {
      const addon = sold.get(stripePriceId)?.addon;
      return addon ? localize(addon.caption, locale) : caption;
    }),
    replacedChange: schedule?.change
      ? await presentReplacedChange({ catalog, locale }, subscription, schedule.change)
      : null,
    removedDiscounts: findRemovedDiscounts(priced, findKeptDiscounts(resolved.pricePlan, subscription)).map(
      (discount) => presentDiscount(discount, names, null).name,
    ),
  };
}

/** The scheduled change that this one replaces (SCH-6). */
async function presentReplacedChange(
  { catalog, locale }: Pick<PurchaseContext, 'catalog'> & Pick<RequestContext, 'locale'>,
  { productId }: SubscriptionRow,
  change: ScheduledChange,
) {
  const [products, sold] = await Promise.all([
    catalog.findProducts(),
    catalog.findByStripePrice(change.items.map(({ stripePriceId }) => stripePriceId)),
  ]);
  return presentScheduledChange(change, products.get(productId), sold, locale);
}

/**
 * Discounts of the current subscription that no charge has any more. A discount that ends before the next charge is not removed, unless the change
 * ends it (CXL-13). @param keptIds of the discounts that the change keeps; undefined if it keeps all
 */
function findRemovedDiscounts(
  { first, recurring, current, nextPaymentDate }: Priced,
  keptIds: readonly string[] | undefined,
) {
  const kept = new Set(
    [first, recurring.preview].flatMap(({ discounts, discountIds }) => [
      ...discountIds,
      ...discounts.map(({ id }) => id),
    ]),
  );
  return (current?.preview.discounts ?? []).filter(({ id, end }) => {
    if (keptIds && !keptIds.includes(id)) return true;
    return !kept.has(id) && (end === null || nextPaymentDate === null || end > nextPaymentDate);
  });
}
