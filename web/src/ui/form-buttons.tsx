import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface FormButtonsProps {
  /** The form that the second button submits. */
  formId: string;
  isPending: boolean;
  onCancel: () => void;
  /** Disables the second button. */
  isDisabled?: boolean;
  variant?: 'primary' | 'danger';
  /** The label of the second button. */
  children: ReactNode;
}

/** The buttons below a form: Cancel, which is disabled meanwhile, and the one that submits. */
export function FormButtons(props: FormButtonsProps) {
  const { formId, isPending, onCancel, isDisabled = false, variant = 'primary', children } = props;
  return (
    <>
      <Button onClick={onCancel} disabled={isPending}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" form={formId} variant={variant} pending={isPending} disabled={isDisabled}>
        {children}
      </Button>
    </>
  );
}
