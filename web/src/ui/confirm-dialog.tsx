import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { describeProblem } from '../lib/problem.ts';
import { Alert } from './alert.tsx';
import { backdropClasses } from './backdrop.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question: 'Cancel this subscription?'. */
  title: ReactNode;
  /** What will happen. */
  description: ReactNode;
  /** What has to be answered in a line of text first. */
  asks?: { label: string; hint: ReactNode; minLength: number; maxLength: number };
  /** The label of the button, never only 'OK': 'Cancel subscription'. */
  confirmLabel: ReactNode;
  /** The label of the other button; 'Cancel' unless that could be mistaken for the action. */
  cancelLabel?: ReactNode;
  tone?: 'danger' | 'primary';
  isPending?: boolean;
  /** Why the action failed; undefined if it did not. */
  error?: unknown;
  /** @param answer to what the dialog asks; empty if it asks nothing */
  onConfirm: (answer: string) => void;
}

/** The props of a dialog that has its own texts; its opener passes only these. */
export type OpenedConfirmDialogProps = Required<Pick<ConfirmDialogProps, 'open' | 'onOpenChange' | 'isPending'>> & {
  error: unknown;
  onConfirm: () => void;
};

/** Asks before an action that cannot easily be undone. The cancel button is focused first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, isPending = false } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => (next || !isPending) && onOpenChange(next)}>
      <Base.Portal>
        {/* If the dialog is over another dialog, the backdrop dims that dialog too. */}
        <Base.Backdrop forceRender className={cn(backdropClasses, 'z-50')} />
        <Base.Popup
          initialFocus={cancel}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-[420px] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-dialog border border-line bg-surface p-5 text-ink shadow-popup outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0"
        >
          <Content {...props} cancel={cancel} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Exists only while the dialog is open, so an answer does not outlast it. */
function Content({
  title,
  description,
  asks,
  confirmLabel,
  cancelLabel,
  tone = 'danger',
  isPending = false,
  error,
  onConfirm,
  cancel,
}: ConfirmDialogProps & { cancel: RefObject<HTMLButtonElement | null> }) {
  const { t } = useLingui();
  const [answer, setAnswer] = useState('');
  const [isTooShort, setIsTooShort] = useState(false);
  const minLength = asks?.minLength ?? 0;
  const confirm = () => {
    const text = answer.trim();
    setIsTooShort(text.length < minLength);
    if (text.length >= minLength) onConfirm(text);
  };
  return (
    <>
      <div>
        <Base.Title className="text-lg font-semibold tracking-tight">{title}</Base.Title>
        <Base.Description className="mt-1.5 text-muted">{description}</Base.Description>
      </div>
      {asks && (
        <Field
          label={asks.label}
          hint={asks.hint}
          required
          error={isTooShort ? t`Write ${minLength} characters or more` : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={answer}
              maxLength={asks.maxLength}
              autoComplete="off"
              onChange={({ target }) => setAnswer(target.value)}
            />
          )}
        </Field>
      )}
      {Boolean(error) && <Alert tone="bad">{describeProblem(error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Base.Close
          disabled={isPending}
          render={<Button ref={cancel}>{cancelLabel ?? <Trans>Cancel</Trans>}</Button>}
        />
        <Button variant={tone} pending={isPending} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}
