import { Trans } from '@lingui/react/macro';
import type { DeviceDetails } from '@portico/contract';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { ApiError } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RefusalAlert } from '../../../ui/refusal-alert.tsx';
import { useFirstField } from '../../../ui/use-first-field.ts';
import { useSaveDevice } from '../devices.api.ts';
import { DeviceFields, type DeviceValues, useDeviceLabels } from './device-fields.tsx';

interface EditDeviceDialogProps {
  device: DeviceDetails;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Edits a device. The hardware ID can be changed only until the product reports it. */
export function EditDeviceDialog({ device, open, onOpenChange }: EditDeviceDialogProps) {
  const formId = useId();
  const firstField = useFirstField(formId, 'name');
  const save = useSaveDevice(device.id);
  const labels = useDeviceLabels();
  const { name, hardwareId, ipAddress, comment } = device;
  const form = useForm<DeviceValues>({
    values: { name, hardwareId, ipAddress: ipAddress ?? '', comment },
    resetOptions: { keepDirtyValues: true },
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await save.mutateAsync({ ...values, revision: device.revision });
      form.reset(values);
      onOpenChange(false);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ValidationError') applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) save.reset();
        onOpenChange(next);
      }}
      size="xl"
      initialFocus={firstField}
      isBusy={save.isPending}
      title={<Trans>Edit device</Trans>}
      footer={
        <>
          <Button disabled={save.isPending} onClick={() => onOpenChange(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={save.isPending}
            disabled={!form.formState.isDirty}
          >
            <Trans>Save changes</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => !save.isPending && void submit(event)}
      >
        <RefusalAlert error={save.error} />
        <DeviceFields form={form} fixedId={findFixedId(device)} />
      </form>
    </Dialog>
  );
}

/** Finds why the hardware ID cannot be changed. */
function findFixedId(device: DeviceDetails) {
  if (device.hardwareIdEditingAllowed) return undefined;
  return device.lastActivity === null ? 'blocked' : 'reported';
}
