import { DialogFrame } from './dialog-frame.tsx';
import { PurchaseFlow, type PurchaseFlowProps } from './purchase-flow.tsx';

/** Buys a plan in dialogs above the plans. Load it lazily; take it away to close it. */
export function PurchaseDialog(props: PurchaseFlowProps) {
  return <PurchaseFlow {...props} frame={DialogFrame} headingLevel={3} />;
}
