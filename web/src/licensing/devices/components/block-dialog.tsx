import { Trans, useLingui } from '@lingui/react/macro';
import type { Device } from '@portico/contract';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { ApiError } from '../../../lib/problem.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { RefusalAlert } from '../../../ui/refusal-alert.tsx';
import { useBlockDevice } from '../devices.api.ts';

interface BlockDialogProps {
  device: Pick<Device, 'id' | 'name' | 'status'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Blocks a device with a reason, or unblocks it. */
export function BlockDialog({ device: { id, name, status }, open, onOpenChange }: BlockDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const isBlocked = status === 2;
  const change = useBlockDevice(id, isBlocked);
  const form = useForm({ defaultValues: { reason: '' } });
  const labels = { reason: t`Reason` };
  const submit = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
      onOpenChange(false);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ValidationError') applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isBusy={change.isPending}
      title={isBlocked ? <Trans>Unblock {name}?</Trans> : <Trans>Block {name}?</Trans>}
      description={
        isBlocked ? (
          <Trans>It works again with the seat that it kept.</Trans>
        ) : (
          <Trans>It stops at its next check and keeps its seat. You can unblock it at any time.</Trans>
        )
      }
      footer={
        <FormButtons
          formId={formId}
          isPending={change.isPending}
          onCancel={() => onOpenChange(false)}
          variant={isBlocked ? 'primary' : 'danger'}
        >
          {isBlocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => !change.isPending && void submit(event)}
      >
        <RefusalAlert error={change.error} />
        <FormField form={form} labels={labels} name="reason" required={!isBlocked} />
      </form>
    </Dialog>
  );
}
