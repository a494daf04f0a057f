import { PurchaseDialog } from '../../features/purchase/components/purchase-dialog.tsx';
import type { PurchaseFlowProps } from '../../features/purchase/components/purchase-flow.tsx';
import { usePurchaseParts } from './purchase-parts.tsx';

/** The purchase with the account's cards in it. */
export function ProductPurchaseDialog(
  props: Pick<PurchaseFlowProps, 'product' | 'plan' | 'held' | 'wanted' | 'onClose' | 'onDone'>,
) {
  return <PurchaseDialog {...props} {...usePurchaseParts()} />;
}
