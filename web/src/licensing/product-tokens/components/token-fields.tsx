import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductTokenType } from '@portico/contract';
import { productTokenTypes } from '@portico/contract/browser';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { TypeText } from './token-text.tsx';

/** The optional name of a token. */
export function NameField<Values extends FieldValues>({
  form,
  name,
  label,
}: {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
}) {
  const { t } = useLingui();
  const error = form.getFieldState(name, form.formState).error?.message;
  return (
    <Field label={label} error={error} hint={t`What uses it, such as: door tablets`}>
      {(control) => <TextInput {...control} {...form.register(name)} maxLength={100} autoComplete="off" />}
    </Field>
  );
}

interface TypeFieldProps {
  type: ProductTokenType;
  /** Omitted if the type cannot be changed any more. */
  onChange?: (type: ProductTokenType) => void;
}

/** What a token may be used for (TOK-1). */
export function TypeField({ type, onChange }: TypeFieldProps) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="font-medium">
        <Trans>Type</Trans>
      </span>
      <SegmentedControl
        label={t`Type`}
        value={type}
        onChange={(chosen) => onChange?.(chosen)}
        options={[...productTokenTypes].reverse().map((value) => ({
          value,
          label: <TypeText type={value} />,
          disabled: onChange === undefined,
        }))}
        className="justify-self-start"
      />
      <p className="text-xs text-muted">
        {type === 'Secret' ? (
          <Trans>
            For servers of your own: it also lists and releases devices, and reads usage. Keep it to yourself.
          </Trans>
        ) : (
          <Trans>For products on devices, where people may find it: it activates and checks, and nothing more.</Trans>
        )}{' '}
        {!onChange && <Trans>The type of a token stays as it is.</Trans>}
      </p>
    </div>
  );
}
