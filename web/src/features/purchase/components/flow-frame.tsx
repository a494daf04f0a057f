import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export interface FlowFrameProps {
  title: ReactNode;
  stepper: ReactNode;
  children: ReactNode;
  /** Beside the content on wide screens, below it on narrow ones. */
  aside: ReactNode;
  footer: ReactNode;
  /** Money is moving: it cannot be left now. */
  isBusy: boolean;
  onClose: () => void;
  /** Asks before what was chosen is lost. */
  leaving: { isAsked: boolean; onStay: () => void; onLeave: () => void };
}

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

/** The flow as a page of its own. */
export function PageFrame({ stepper, children, aside, footer }: FlowFrameProps) {
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

function FlowColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-6 sm:min-h-96 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">{children}</div>
      {aside && <aside className="md:w-72">{aside}</aside>}
    </div>
  );
}
