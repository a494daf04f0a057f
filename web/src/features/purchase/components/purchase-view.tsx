import { Card } from '../../../ui/card.tsx';
import { FlowColumns, type FlowFrameProps } from './flow-frame.tsx';
import { PurchaseFlow, type PurchaseFlowProps } from './purchase-flow.tsx';

/** Changes a subscription's options on a page of its own, in the same steps as buying it. */
export function PurchaseView(props: PurchaseFlowProps) {
  return <PurchaseFlow {...props} frame={PageFrame} headingLevel={2} />;
}

/** The flow as a page of its own. */
function PageFrame({ stepper, children, aside, footer }: FlowFrameProps) {
  return (
    <>
      {stepper && <div className="mb-5">{stepper}</div>}
      <Card className="flex flex-col">
        <div className="p-5 sm:p-6">
          <FlowColumns aside={aside}>{children}</FlowColumns>
        </div>
        {footer && (
          <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5 sm:px-6">{footer}</div>
        )}
      </Card>
    </>
  );
}
