import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { ApiError } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { RefusalAlert } from '../../../ui/refusal-alert.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFirstField } from '../../../ui/use-first-field.ts';
import { useAddDevice } from '../devices.api.ts';
import { DeviceFields, type DeviceValues, useDeviceLabels } from './device-fields.tsx';

/** A license to which a device can be added. */
export interface LicenseChoice {
  id: number;
  number: string;
  productId: string;
  productName: string;
  /** Null for the license of a manual order. */
  subscriptionId: number | null;
  /** -1 if they are unlimited. */
  seats: number;
  /** Null if seats are unlimited. */
  freeSeats: number | null;
}

interface AddDeviceDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The license to add the device to; otherwise one of `choices`. */
  licenseId?: number;
  /** Undefined while loading. */
  choices?: readonly LicenseChoice[] | undefined;
}

const nothing: DeviceValues & { licenseId: string } = {
  name: '',
  hardwareId: '',
  ipAddress: '',
  comment: '',
  licenseId: '',
};

/** Adds a device. Server errors appear at their fields, and no input is lost. */
export function AddDeviceDialog({ open, onOpenChange, licenseId, choices }: AddDeviceDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const firstField = useFirstField(formId, 'name');
  const add = useAddDevice(licenseId);
  const form = useForm({ defaultValues: nothing });
  const labels = { ...useDeviceLabels(), licenseId: t`License` };
  const first = choices?.find(({ freeSeats }) => freeSeats !== 0);
  const hasNone = licenseId === undefined && choices !== undefined && !first;
  const isLoading = licenseId === undefined && choices === undefined;
  const submit = form.handleSubmit(async ({ licenseId: chosen, ...device }) => {
    const target = Number(chosen) || first?.id;
    try {
      await add.mutateAsync(licenseId === undefined && target ? { ...device, licenseId: target } : device);
      form.reset();
      onOpenChange(false);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ValidationError') applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) add.reset();
        onOpenChange(next);
      }}
      size="xl"
      initialFocus={firstField}
      isBusy={add.isPending}
      title={<Trans>Add device</Trans>}
      description={<Trans>It takes a seat of the license, and stays pending until the product reports it.</Trans>}
      footer={
        <FormButtons
          formId={formId}
          isPending={add.isPending}
          onCancel={() => onOpenChange(false)}
          isDisabled={hasNone || isLoading}
        >
          <Trans>Add device</Trans>
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => !add.isPending && void submit(event)}
      >
        <RefusalAlert error={add.error} />
        {isLoading && <Skeleton className="h-9" />}
        {hasNone && <NoFreeSeat choices={choices} />}
        {choices && !hasNone && <LicenseField form={form} label={labels.licenseId} choices={choices} first={first} />}
        {!hasNone && <DeviceFields form={form as never} />}
      </form>
    </Dialog>
  );
}

interface LicenseFieldProps {
  form: UseFormReturn<typeof nothing>;
  label: string;
  choices: readonly LicenseChoice[];
  /** The license that is selected initially. */
  first: LicenseChoice | undefined;
}

function LicenseField({ form, label, choices, first }: LicenseFieldProps) {
  return (
    <>
      {choices.length > 1 && (
        <Field label={label} error={form.formState.errors.licenseId?.message} required>
          {(control) => (
            <NativeSelect
              {...control}
              value={form.watch('licenseId') || String(first?.id)}
              onChange={(value) => form.setValue('licenseId', value)}
              options={choices.map((choice) => ({
                value: String(choice.id),
                label: `${choice.number} · ${choice.productName}`,
                disabled: choice.freeSeats === 0,
              }))}
            />
          )}
        </Field>
      )}
      <FreeSeats choice={choices.find(({ id }) => id === Number(form.watch('licenseId'))) ?? first} />
    </>
  );
}

function FreeSeats({ choice }: { choice: LicenseChoice | undefined }) {
  if (!choice) return null;
  const { number, freeSeats } = choice;
  return (
    <p className="-mt-2 text-sm text-muted">
      {freeSeats === null ? (
        <Trans>{number} has as many seats as you like.</Trans>
      ) : (
        <Plural value={freeSeats} one={`${number} has # free seat.`} other={`${number} has # free seats.`} />
      )}
    </p>
  );
}

/** The licenses that are full, each with the ways to get a free seat. */
function NoFreeSeat({ choices }: { choices: readonly LicenseChoice[] }) {
  if (choices.length === 0)
    return (
      <Alert tone="warning">
        <Trans>Devices are added to an active host-locked license, and you do not have one yet.</Trans>
      </Alert>
    );
  return (
    <>
      <Alert tone="warning">
        <Trans>All seats are taken. Release a device, or add seats to the subscription.</Trans>
      </Alert>
      <ul className="divide-y divide-line">
        {choices.map((choice) => (
          <FullLicense key={choice.id} {...choice} />
        ))}
      </ul>
    </>
  );
}

function FullLicense({ id, number, productId, productName, subscriptionId, seats }: LicenseChoice) {
  const figure = useFormat().number(seats);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span>
        {number} · {productName}
        <span className="block text-sm text-muted">
          <Trans>
            {figure} of {figure} seats in use
          </Trans>
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <ButtonLink to="/Billing/Licenses/$id" params={{ id: String(id) }} size="sm">
          <Trans>Release a device</Trans>
        </ButtonLink>
        {subscriptionId !== null && can('purchase.buy') && (
          <ButtonLink
            to="/Products/$id/Subscription/$subscriptionId/Purchase"
            params={{ id: productId, subscriptionId: String(subscriptionId) }}
            search={{ add: true }}
            size="sm"
          >
            <Trans>Add seats</Trans>
          </ButtonLink>
        )}
      </span>
    </li>
  );
}
