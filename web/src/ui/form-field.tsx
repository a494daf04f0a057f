import { useLingui } from '@lingui/react/macro';
import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { FieldLabels } from '../lib/form.ts';
import { Field } from './field.tsx';
import { controlClasses, TextInput } from './text-input.tsx';

interface FormFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  /** The labels of all fields of the form. */
  labels: FieldLabels;
  type?: HTMLInputTypeAttribute | 'multiline';
  required?: boolean;
  readOnly?: boolean;
  /** Validates the text, beyond being required; true if it is valid. */
  validate?: (text: string) => true | string;
  /** Always shown below the control. */
  hint?: ReactNode;
  placeholder?: string;
  className?: string;
}

/**
 * A text field of a form with label, control and error. An empty required field is reported before anything is sent.
 */
export function FormField<Values extends FieldValues>(props: FormFieldProps<Values>) {
  const {
    form,
    name,
    labels,
    type = 'text',
    required = false,
    readOnly,
    validate,
    hint,
    placeholder,
    className,
  } = props;
  const { t } = useLingui();
  const label = labels[name] ?? '';
  const error = form.getFieldState(name, form.formState).error?.message;
  const registered = form.register(name, {
    ...(required && { required: t`The ${label} field is required` }),
    ...(validate && { validate }),
  });
  return (
    <Field label={label} required={required} error={error} hint={hint} className={className ?? ''}>
      {(control) =>
        type === 'multiline' ? (
          <textarea
            {...control}
            {...registered}
            rows={4}
            readOnly={readOnly}
            className={`${controlClasses} h-auto py-2`}
          />
        ) : (
          <TextInput
            {...control}
            {...registered}
            type={type}
            readOnly={readOnly}
            placeholder={placeholder}
            autoComplete="off"
          />
        )
      }
    </Field>
  );
}
