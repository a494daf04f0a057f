import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FlowColumns, type FlowFrameProps } from './flow-frame.tsx';

/** The flow as dialogs above the page that it was begun on; the whole screen on a phone. */
export function DialogFrame({ title, stepper, children, aside, footer, isBusy, onClose, leaving }: FlowFrameProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} size="2xl" isBusy={isBusy} footer={footer}>
      {stepper && (
        <div className="sticky -top-2 z-10 -mx-5 mb-6 border-b border-line bg-surface px-5 pt-1 pb-4">{stepper}</div>
      )}
      <FlowColumns aside={aside}>{children}</FlowColumns>
      <ConfirmDialog
        open={leaving.isAsked}
        onOpenChange={(open) => !open && leaving.onStay()}
        title={<Trans>Leave without buying?</Trans>}
        description={<Trans>What you have chosen and typed here will be lost. Nothing was charged.</Trans>}
        confirmLabel={<Trans>Leave</Trans>}
        cancelLabel={<Trans>Go on choosing</Trans>}
        onConfirm={leaving.onLeave}
      />
    </Dialog>
  );
}
