import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { typedDays } from '../model/value.ts';
import { type FieldProps, useFieldContext } from './field-context.ts';
import { useTyped } from './use-typed.ts';

/** A list of days. An unset list and an empty list ("None") are different values. */
export function DaysField({ named: { label, required }, value, place, onChange }: FieldProps) {
  const { t } = useLingui();
  const { problems, readOnly } = useFieldContext();
  const typedText = useTyped(value, typedDays, onChange, written);
  const isNone = Array.isArray(value) && value.length === 0;
  const ofOne = Array.isArray(value) ? value.map((_, index) => problems.get(`${place}[${index}]`)).find(Boolean) : null;
  return (
    <Field label={label} required={required} error={problems.get(place) ?? ofOne ?? undefined}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TextInput
            {...control}
            {...typedText}
            className="min-w-0 flex-1"
            readOnly={readOnly || isNone}
            placeholder={isNone ? '' : '30, 7, 1'}
            autoComplete="off"
          />
          <Checkbox
            label={t({ message: 'None', context: 'days' })}
            aria-label={t`None: ${label}`}
            disabled={readOnly}
            checked={isNone}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? [] : undefined)}
          />
        </div>
      )}
    </Field>
  );
}

const written = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
