import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorLicense } from '@portico/contract';
import { useId } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { useGrantReleases } from './operator-licenses.ts';

interface GrantReleasesDialogProps {
  license: OperatorLicense;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Grant {
  amount: number | null;
  reason: string;
}

/** Grants a license further releases, with a reason. Server errors appear at their fields, and no input is lost. */
export function GrantReleasesDialog({ license, open, onOpenChange }: GrantReleasesDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const grant = useGrantReleases(license);
  const form = useForm<Grant>({ defaultValues: { amount: 1, reason: '' } });
  const labels = { amount: t`Number of releases`, reason: t`Reason` };
  const submit = form.handleSubmit(async ({ amount, reason }) => {
    try {
      await grant.mutateAsync({ amount: Number(amount), reason });
      onOpenChange(false);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  const { number, accountName } = license;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isBusy={grant.isPending}
      title={<Trans>Grant releases to {number}</Trans>}
      description={<Trans>{accountName} may release this many more devices in the next 30 days.</Trans>}
      footer={
        <FormButtons formId={formId} isPending={grant.isPending} onCancel={() => onOpenChange(false)}>
          <Trans>Grant releases</Trans>
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!grant.isPending) void submit(event);
        }}
      >
        <AmountField form={form} label={labels.amount} />
        <FormField form={form} labels={labels} name="reason" required />
      </form>
    </Dialog>
  );
}

function AmountField({ form, label }: { form: UseFormReturn<Grant>; label: string }) {
  const { t } = useLingui();
  return (
    <Controller
      control={form.control}
      name="amount"
      rules={{ validate: (value) => value !== null || t`The ${label} field is required` }}
      render={({ field, fieldState }) => (
        <Field label={label} required error={fieldState.error?.message}>
          {(control) => (
            <NumberInput
              {...control}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              min={1}
              max={10_000}
            />
          )}
        </Field>
      )}
    />
  );
}
