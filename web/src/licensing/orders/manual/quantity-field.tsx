import { useLingui } from '@lingui/react/macro';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import type { OrderDraft } from './order-draft.ts';

interface QuantityFieldProps {
  form: UseFormReturn<OrderDraft>;
  label: string;
  name: 'quantity' | 'domains';
  /** The field that removes the limit. */
  unlimitedName: 'hasUnlimitedDevices' | 'hasUnlimitedDomains';
  min: number;
  readOnly: boolean;
}

/** A number of devices or domains, or no limit. */
export function QuantityField({ form, label, name, unlimitedName, min, readOnly }: QuantityFieldProps) {
  const { t } = useLingui();
  const isUnlimited = form.watch(unlimitedName);
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate: (value) => isUnlimited || value !== null || t`The ${label} field is required` }}
      render={({ field, fieldState }) => (
        <Field label={label} required error={fieldState.error?.message}>
          {(control) => (
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <NumberInput
                {...control}
                value={isUnlimited ? null : field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                min={min}
                max={1_000_000}
                disabled={isUnlimited || readOnly}
              />
              <Checkbox label={t`Unlimited`} disabled={readOnly} {...form.register(unlimitedName)} />
            </span>
          )}
        </Field>
      )}
    />
  );
}
