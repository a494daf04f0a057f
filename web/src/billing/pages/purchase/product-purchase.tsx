import type { FlowParts } from '../../purchase/components/flow-context.ts';
import { PurchaseFlow, type PurchaseFlowProps } from '../../purchase/components/purchase-flow.tsx';
import { usePurchaseParts } from './purchase-parts.tsx';

/** A purchase or a change, with the account's cards and devices. */
export function ProductPurchase(props: Omit<PurchaseFlowProps, keyof FlowParts>) {
  return <PurchaseFlow {...props} {...usePurchaseParts()} />;
}
