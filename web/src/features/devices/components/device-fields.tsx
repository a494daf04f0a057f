import { useLingui } from '@lingui/react/macro';
import type { DeviceEdit } from '@portico/contract';
import { type RefObject, useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '../../../ui/form-field.tsx';

export type DeviceValues = Required<DeviceEdit>;

/** The words above the fields of a device. */
export function useDeviceLabels() {
  const { t } = useLingui();
  return { name: t`Name`, hardwareId: t`Hardware ID`, ipAddress: t`IP address`, comment: t`Comment` };
}

/** The name of the device in the form with that id: it takes the focus when the form's dialog opens. */
export function useFirstField(formId: string): RefObject<HTMLElement | null> {
  return useMemo(
    () => ({
      get current() {
        return document.getElementById(formId)?.querySelector<HTMLElement>('input[name=name]') ?? null;
      },
    }),
    [formId],
  );
}

interface DeviceFieldsProps {
  form: UseFormReturn<DeviceValues>;
  /** The product has reported the hardware ID: it cannot be changed (DEV-6). */
  hasFixedId?: boolean;
}

/** What is noted of a device: name, hardware ID, IP address, comment. */
export function DeviceFields({ form, hasFixedId = false }: DeviceFieldsProps) {
  const { t } = useLingui();
  const field = { form, labels: useDeviceLabels() };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField {...field} name="name" required />
      <FormField {...field} name="ipAddress" />
      <FormField
        {...field}
        name="hardwareId"
        required
        readOnly={hasFixedId}
        hint={
          hasFixedId
            ? t`The product has reported it. Replace the device to use another one.`
            : t`The product shows it under Help, About.`
        }
        className="sm:col-span-2"
      />
      <FormField {...field} name="comment" type="multiline" className="sm:col-span-2" />
    </div>
  );
}
