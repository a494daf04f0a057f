import { Trans } from '@lingui/react/macro';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { listChoices, typed, typedMoney, typedNumber } from '../model/value.ts';
import { BlockField } from './block-field.tsx';
import { DaysField } from './days-field.tsx';
import { FeatureValuesField } from './feature-values-field.tsx';
import { type FieldProps, useFieldContext } from './field-context.ts';
import { ListField } from './list-field.tsx';
import { LocalizedField } from './localized-field.tsx';
import { PictureField } from './picture-field.tsx';
import { useTyped } from './use-typed.ts';

/** The control of a field, by its type in the schema (CAT-43). */
export function FieldEditor(props: FieldProps) {
  switch (props.named.field.kind) {
    case 'block':
      return <BlockField {...props} />;
    case 'list':
      return <ListField {...props} />;
    case 'localized':
      return <LocalizedField {...props} />;
    case 'picture':
      return <PictureField {...props} />;
    case 'days':
      return <DaysField {...props} />;
    case 'featureValues':
      return <FeatureValuesField {...props} />;
    case 'flag':
      return <FlagField {...props} />;
    case 'choice':
    case 'reference':
      return <ChoiceField {...props} />;
    default:
      return <TypedField {...props} />;
  }
}

function FlagField({ named: { label, initial = false }, value, place, onChange }: FieldProps) {
  const { problems, readOnly } = useFieldContext();
  return (
    <Switch
      label={label}
      disabled={readOnly}
      checked={value === undefined ? initial === true : value === true}
      onChange={({ currentTarget: { checked } }) => onChange(checked === initial ? undefined : checked)}
      error={problems.get(place)}
      className="self-center"
    />
  );
}

function ChoiceField({ named: { label, field, required, initial }, value, place, onChange }: FieldProps) {
  const { problems, references, readOnly } = useFieldContext();
  const shown = String(value ?? initial ?? '');
  return (
    <Field label={label} required={required} error={problems.get(place)}>
      {(control) => (
        <NativeSelect
          {...control}
          className="h-9"
          disabled={readOnly}
          value={shown}
          onChange={(next) => onChange(next === initial ? undefined : typed(next))}
          options={[
            ...(initial === undefined ? [{ value: '', label: '–' }] : []),
            ...listChoices(field, references, shown === '' ? [] : [shown]),
          ]}
        />
      )}
    </Field>
  );
}

const placeholders: Record<string, string> = {
  moment: '2027-03-01',
  color: '#0b6e4f',
  version: '5.4',
  money: '49.00',
  taxCode: 'txcd_10103001',
  address: 'https://',
  mail: 'name@vendor.example',
};

/** A text, a number or an amount. Invalid input is kept, and the server reports it at the field. */
function TypedField({ named: { label, field, required, initial }, value, place, onChange }: FieldProps) {
  const { problems, currency, readOnly, fixedPlace } = useFieldContext();
  const isNumber = field.kind === 'whole' || field.kind === 'percent';
  const typedText = useTyped(value, field.kind === 'money' ? typedMoney : isNumber ? typedNumber : typed, onChange);
  return (
    <Field
      label={field.kind === 'money' ? `${label} (${currency.toUpperCase()})` : label}
      required={required}
      error={problems.get(place)}
      hint={place === fixedPlace && <Trans>It cannot be changed: subscriptions refer to it.</Trans>}
    >
      {(control) => (
        <TextInput
          {...control}
          {...typedText}
          readOnly={readOnly || place === fixedPlace}
          inputMode={isNumber || field.kind === 'money' ? 'decimal' : 'text'}
          placeholder={initial === undefined ? (placeholders[field.kind] ?? '') : String(initial)}
          autoComplete="off"
          spellCheck={field.kind === 'text'}
        />
      )}
    </Field>
  );
}
