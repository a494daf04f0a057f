import { type ReactNode, useId } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';

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
        <FormButtons formId={formId} isPending={isPending} onCancel={() => dialog.onOpenChange(false)}>
          {confirmLabel}
        </FormButtons>
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
