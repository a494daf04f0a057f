import type { ComponentProps, ReactNode } from 'react';
import { Field as FieldFrame } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { controlClasses, TextInput } from '../../../ui/text-input.tsx';
import type { Field } from '../model/details.ts';
import { useLabels } from './problem-words.ts';
import { useWizardField } from './wizard-context.ts';

interface TextFieldProps extends Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'autoFocus' | 'inputMode'> {
  field: Field;
  required?: boolean;
  hint?: ReactNode;
  /** Whether the text may have several lines. */
  isLong?: boolean;
  className?: string;
}

/** A text field of the wizard, validated on blur. */
export function TextField({ field, required = false, hint, isLong = false, className, ...input }: TextFieldProps) {
  const { value, error, change, leave } = useWizardField(field);
  const label = useLabels()[field];
  const shared = { name: field, value, onBlur: leave };
  return (
    <FieldFrame label={label} required={required} error={error} hint={hint} className={className ?? ''}>
      {(control) =>
        isLong ? (
          <textarea
            {...control}
            {...shared}
            rows={3}
            className={`${controlClasses} h-auto py-2`}
            onChange={(event) => change(event.target.value)}
          />
        ) : (
          <TextInput
            {...control}
            {...shared}
            {...input}
            className="h-11"
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </FieldFrame>
  );
}

interface ChoiceFieldProps {
  field: Field;
  required?: boolean;
  disabled?: boolean;
  placeholder: string;
  options: readonly { value: string; label: string }[];
  autoComplete?: string;
  label?: string;
  hint?: ReactNode;
}

/** A select of the wizard. */
export function ChoiceField({ field, required = false, placeholder, options, label, hint, ...rest }: ChoiceFieldProps) {
  const { value, error, change, leave } = useWizardField(field);
  const words = useLabels()[field];
  return (
    <FieldFrame label={label ?? words} required={required} error={error} hint={hint}>
      {(control) => (
        <NativeSelect
          {...control}
          {...rest}
          name={field}
          value={value}
          className="h-11"
          onChange={change}
          onBlur={leave}
          options={[{ value: '', label: placeholder }, ...options]}
        />
      )}
    </FieldFrame>
  );
}
