import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export interface OpenedProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface FormFrameProps extends OpenedProps {
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  isPending: boolean;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/** A form about a token in a dialog of 480 px. It is sent once, and stays open until it succeeds. */
export function FormFrame({ confirmLabel, isPending, onSubmit, children, ...dialog }: FormFrameProps) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      isBusy={isPending}
      footer={
        <>
          <Button onClick={() => dialog.onOpenChange(false)} disabled={isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
