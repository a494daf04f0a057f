import { Trans, useLingui } from '@lingui/react/macro';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { OrderDraft } from './order-draft.ts';

interface ExpirationFieldProps {
  form: UseFormReturn<OrderDraft>;
  label: string;
  readOnly: boolean;
}

/** The last day of the order, or none. */
export function ExpirationField({ form, label, readOnly }: ExpirationFieldProps) {
  const { t } = useLingui();
  const neverExpires = form.watch('neverExpires');
  return (
    <Controller
      control={form.control}
      name="expirationDate"
      rules={{ validate: (value) => neverExpires || value !== '' || t`Enter a date, or choose that it never expires` }}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          required
          error={fieldState.error?.message}
          hint={neverExpires ? undefined : <Trans>Good through the end of this day.</Trans>}
        >
          {(control) => (
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <TextInput
                {...control}
                {...field}
                value={neverExpires ? '' : field.value}
                type="date"
                max="9999-12-31"
                disabled={neverExpires || readOnly}
                className="w-40"
              />
              <Checkbox label={t`Never expires`} disabled={readOnly} {...form.register('neverExpires')} />
            </span>
          )}
        </Field>
      )}
    />
  );
}
