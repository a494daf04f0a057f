import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { useFirstField } from '../../../ui/use-first-field.ts';
import { useAddOperator } from '../operators.api.ts';

const empty = { email: '', firstName: '', lastName: '' };

/** Adds an operator with a mailed invitation. Server errors appear at their fields, and no input is lost. */
export function AddOperatorDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useLingui();
  const formId = useId();
  const firstField = useFirstField(formId, 'email');
  const add = useAddOperator();
  const form = useForm({ defaultValues: empty });
  const labels = { email: t`Email`, firstName: t`First name`, lastName: t`Last name` };
  const close = (next: boolean) => {
    if (!next) form.reset(empty);
    onOpenChange(next);
  };
  const submit = form.handleSubmit(async (operator) => {
    try {
      await add.mutateAsync(operator);
      close(false);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      isBusy={add.isPending}
      initialFocus={firstField}
      title={<Trans>Add operator</Trans>}
      description={<Trans>Operators see all accounts. A mail invites the new one to set a password.</Trans>}
      footer={
        <FormButtons formId={formId} isPending={add.isPending} onCancel={() => close(false)}>
          <Trans>Send invitation</Trans>
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) void submit(event);
        }}
      >
        <FormField form={form} labels={labels} name="email" type="email" required />
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} labels={labels} name="firstName" required />
          <FormField form={form} labels={labels} name="lastName" />
        </div>
      </form>
    </Dialog>
  );
}
