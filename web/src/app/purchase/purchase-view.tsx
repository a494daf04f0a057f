import type { PurchaseFlowProps } from '../../features/purchase/components/purchase-flow.tsx';
import { PurchaseView } from '../../features/purchase/components/purchase-view.tsx';
import { usePurchaseParts } from './purchase-parts.tsx';

/** The options of a subscription with the account's cards in them. */
export function ProductPurchaseView(
  props: Pick<PurchaseFlowProps, 'product' | 'plan' | 'held' | 'wanted' | 'onClose' | 'onDone'>,
) {
  return <PurchaseView {...props} {...usePurchaseParts()} />;
}
