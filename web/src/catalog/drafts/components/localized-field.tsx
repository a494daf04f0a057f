import { useLingui } from '@lingui/react/macro';
import { Field } from '../../../ui/field.tsx';
import { controlClasses, TextInput } from '../../../ui/text-input.tsx';
import { isLong, withLanguage } from '../model/value.ts';
import { type FieldProps, useFieldContext } from './field-context.ts';

/** A text in both languages, side by side. Without French, customers read English. */
export function LocalizedField({ named: { label, field, required }, value, place, onChange }: FieldProps) {
  const { t } = useLingui();
  const { problems, readOnly } = useFieldContext();
  const text = (value ?? {}) as Record<'en' | 'fr', string | undefined>;
  const languages = [
    { code: 'en', name: t`English` },
    { code: 'fr', name: t`French` },
  ] as const;
  const isMultiline = field.kind === 'localized' && isLong(field.longest);
  return (
    <fieldset className="col-span-full grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <legend className="sr-only">{label}</legend>
      {languages.map(({ code, name }) => (
        <Field
          key={code}
          label={
            <>
              {label} <span className="font-normal text-muted">{name}</span>
            </>
          }
          required={required && code === 'en'}
          error={problems.get(`${place}.${code}`) ?? (code === 'en' ? problems.get(place) : undefined)}
          hint={code === 'fr' && text.en && !text.fr ? t`Without it, the English text is shown` : undefined}
        >
          {(control) => {
            const shared = {
              ...control,
              lang: code,
              readOnly,
              value: text[code] ?? '',
              onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
                onChange(withLanguage(value, code, currentTarget.value)),
            };
            return isMultiline ? (
              <textarea {...shared} rows={3} className={`${controlClasses} h-auto py-2`} />
            ) : (
              <TextInput {...shared} autoComplete="off" />
            );
          }}
        </Field>
      ))}
    </fieldset>
  );
}
