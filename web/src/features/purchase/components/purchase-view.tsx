import { PageFrame } from './page-frame.tsx';
import { PurchaseFlow, type PurchaseFlowProps } from './purchase-flow.tsx';

/** Changes a subscription's options on a page of its own, in the same steps as buying it. */
export function PurchaseView(props: PurchaseFlowProps) {
  return <PurchaseFlow {...props} frame={PageFrame} headingLevel={2} />;
}
