import { can } from './permissions.ts';
import { preloaded } from './preloaded.ts';

/** Whether the pages of a product redirect to the home page: it is disabled, and the user is not an operator (CAT-22). */
export function areProductPagesClosed(productId: string): boolean {
  const id = productId.toLowerCase();
  return (
    !can('operator.catalog') &&
    preloaded().products.some((product) => product.isDisabled && product.id.toLowerCase() === id)
  );
}

/** The address of a subscription's page, for a link. Its product's pages may be closed (CAT-22). */
export function subscriptionLink(productId: string, subscriptionId: number | string) {
  const id = String(subscriptionId);
  return areProductPagesClosed(productId)
    ? ({ to: '/Billing/Subscription/$id', params: { id } } as const)
    : ({ to: '/Products/$id/Subscription/$subscriptionId', params: { id: productId, subscriptionId: id } } as const);
}
