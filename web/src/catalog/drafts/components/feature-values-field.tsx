import { Trans, useLingui } from '@lingui/react/macro';
import { useLocale } from '../../../lib/locale.ts';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { entryTitle, typed, typedNumber, type Written, withField } from '../model/value.ts';
import { type FieldProps, useFieldContext } from './field-context.ts';
import { useTyped } from './use-typed.ts';

interface Feature {
  name: string;
  type: string;
}

interface Scope extends Written {
  scope: string;
  features?: (Written & Feature)[];
}

type Values = Record<string, Written | undefined>;

/** The license of a plan: a value for each licensed feature of the product. */
export function FeatureValuesField({ named: { label }, value, place, onChange }: FieldProps) {
  const { entry, problems } = useFieldContext();
  const language = useLocale();
  const scopes = (entry.licensedFeatures ?? []) as Scope[];
  const values = (value ?? {}) as Values;
  const change = (scope: string, name: string, part: unknown) => {
    const changed = withField(values[scope] ?? {}, name, part);
    const next = withField(values, scope, Object.keys(changed).length > 0 ? changed : undefined);
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{label}</legend>
      {scopes.length === 0 && (
        <p className="text-muted">
          <Trans>The product lists no licensed features.</Trans>
        </p>
      )}
      {scopes.map((scope) => (
        <div key={scope.scope} className="mb-4 last:mb-0">
          <p className="mb-2 text-sm text-muted">{entryTitle(scope, language)}</p>
          <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
            {(scope.features ?? []).map((feature) => (
              <FeatureValue
                key={feature.name}
                label={entryTitle({ ...feature, name: undefined }, language) || feature.name}
                type={feature.type}
                value={values[scope.scope]?.[feature.name]}
                problem={problems.get(`${place}.${scope.scope}.${feature.name}`)}
                onChange={(part) => change(scope.scope, feature.name, part)}
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

interface FeatureValueProps {
  label: string;
  type: string;
  value: unknown;
  problem: string | undefined;
  onChange: (value: unknown) => void;
}

function FeatureValue({ label, type, value, problem, onChange }: FeatureValueProps) {
  const { t } = useLingui();
  const { readOnly } = useFieldContext();
  const typedText = useTyped(value, type === 'int' ? typedNumber : typed, onChange);
  return (
    <Field label={label} error={problem}>
      {(control) =>
        type === 'bool' ? (
          <NativeSelect
            {...control}
            className="h-9"
            disabled={readOnly}
            value={value === undefined ? '' : String(value)}
            onChange={(next) => onChange(next === '' ? undefined : next === 'true')}
            options={[
              { value: '', label: t`Not included` },
              { value: 'true', label: t`Yes` },
              { value: 'false', label: t`No` },
            ]}
          />
        ) : (
          <TextInput
            {...control}
            {...typedText}
            readOnly={readOnly}
            inputMode={type === 'int' ? 'numeric' : 'text'}
            placeholder={t`Not included`}
            autoComplete="off"
          />
        )
      }
    </Field>
  );
}
