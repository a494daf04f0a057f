import { useLingui } from '@lingui/react/macro';
import type { DeviceEdit } from '@portico/contract';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '../../../ui/form-field.tsx';

export type DeviceValues = Required<Omit<DeviceEdit, 'revision'>>;

/** The labels of a device's fields. */
export function useDeviceLabels() {
  const { t } = useLingui();
  return { name: t`Name`, hardwareId: t`Hardware ID`, ipAddress: t`IP address`, comment: t`Comment` };
}

interface DeviceFieldsProps {
  form: UseFormReturn<DeviceValues>;
  /** Why the hardware ID cannot be changed: the product has reported it, or the device is blocked (DEV-6). */
  fixedId?: 'reported' | 'blocked' | undefined;
}

/** The editable values of a device: name, hardware ID, IP address, comment. */
export function DeviceFields({ form, fixedId }: DeviceFieldsProps) {
  const { t } = useLingui();
  const field = { form, labels: useDeviceLabels() };
  const hints = {
    reported: t`The product has reported it. Replace the device to use another one.`,
    // Needs no hint: the device's page already shows that the device is blocked.
    blocked: undefined,
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField {...field} name="name" required />
      <FormField {...field} name="ipAddress" />
      <FormField
        {...field}
        name="hardwareId"
        required
        readOnly={fixedId !== undefined}
        hint={fixedId === undefined ? t`The product shows it under Help, About.` : hints[fixedId]}
        className="sm:col-span-2"
      />
      <FormField {...field} name="comment" type="multiline" className="sm:col-span-2" />
    </div>
  );
}
