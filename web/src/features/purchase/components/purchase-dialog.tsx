import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFlow } from './flow-context.ts';
import { FlowColumns, type FlowFrameProps } from './flow-frame.tsx';
import { PurchaseFlow, type PurchaseFlowProps } from './purchase-flow.tsx';

/** Buys a plan in dialogs above the plans. Load it lazily; take it away to close it. */
export function PurchaseDialog(props: PurchaseFlowProps) {
  return <PurchaseFlow {...props} frame={DialogFrame} headingLevel={3} />;
}

/** The flow as dialogs above the page that it was begun on; the whole screen on a phone. */
function DialogFrame({ title, stepper, children, aside, footer, isBusy, onClose, leaving }: FlowFrameProps) {
  const { isDirect } = useFlow();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} size="2xl" isBusy={isBusy} footer={footer}>
      {stepper && (
        <div className="sticky -top-2 z-10 -mx-5 mb-6 border-b border-line bg-surface px-5 pt-1 pb-4">{stepper}</div>
      )}
      <FlowColumns aside={aside}>{children}</FlowColumns>
      <ConfirmDialog
        open={leaving.isAsked}
        onOpenChange={(open) => !open && leaving.onStay()}
        title={isDirect ? <Trans>Leave without subscribing?</Trans> : <Trans>Leave without buying?</Trans>}
        description={
          isDirect ? (
            <Trans>What you have chosen here will be lost.</Trans>
          ) : (
            <Trans>What you have chosen and typed here will be lost. Nothing was charged.</Trans>
          )
        }
        confirmLabel={<Trans>Leave</Trans>}
        cancelLabel={<Trans>Keep choosing</Trans>}
        onConfirm={leaving.onLeave}
      />
    </Dialog>
  );
}
