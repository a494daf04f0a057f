import { Trans, useLingui } from '@lingui/react/macro';
import { neverExpires } from '@portico/contract/browser';
import { Infinity as InfinityIcon } from 'lucide-react';
import { Controller, type FieldValues, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { isDay, utcDay } from '../model/days.ts';

interface ExpiryFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
  /** A day in the past that remains valid, because the token already has it. */
  keeps?: string;
}

/** The last day of a token (TOK-4), with a button for a token without an expiry. */
export function ExpiryField<Values extends FieldValues>({ form, name, label, keeps }: ExpiryFieldProps<Values>) {
  const { t } = useLingui();
  const today = utcDay(Date.now());
  const judge = (text: string): true | string => {
    if (text.trim() === '') return t`Please input date`;
    if (!isDay(text)) return t`Enter the date as YYYY-MM-DD, such as 2027-03-31.`;
    return text >= today || text === keeps || t`Choose a day that is not past. Days are counted in UTC.`;
  };
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate: judge }}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          required
          error={fieldState.error?.message}
          hint={
            field.value === neverExpires ? (
              <Trans>It works until you disable, replace or delete it.</Trans>
            ) : (
              <Trans>
                Year, month and day, such as 2027-03-31. It works through this day, which ends at midnight UTC.
              </Trans>
            )
          }
        >
          {(control) => (
            <DateInput {...control} {...field} earliest={today}>
              <Button
                aria-pressed={field.value === neverExpires}
                onClick={() =>
                  form.setValue(name, neverExpires as PathValue<Values, Path<Values>>, {
                    shouldDirty: true,
                    shouldValidate: true,
                  })
                }
              >
                <InfinityIcon aria-hidden="true" />
                <Trans>Infinite Date</Trans>
              </Button>
            </DateInput>
          )}
        </Field>
      )}
    />
  );
}
