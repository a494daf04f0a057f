import { useLingui } from '@lingui/react/macro';
import { requiresPostalCode } from '@portico/contract/postal-codes';
import { useMemo } from 'react';
import { useLocale } from '../lib/locale.ts';
import { countryChoices, regionChoices, requiresRegion } from '../lib/reference.ts';
import { type AddressDraft, type AddressField, changeAddress } from './address-fields-draft.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

interface AddressFieldsProps {
  value: AddressDraft;
  onChange: (value: AddressDraft) => void;
  /** Errors by field. */
  errors?: Partial<Record<AddressField, string>>;
  /** The label of the name: 'Business name', 'Name on card'. */
  nameLabel: string;
  /** What the browser fills in for the name; a person's name by default. */
  nameAutoComplete?: 'name' | 'organization';
  /** The group of addresses that the browser fills in: `billing` or `shipping`. */
  autoCompleteGroup: 'billing' | 'shipping';
  disabled?: boolean;
}

/**
 * A postal address. In the United States and Canada the state or province is chosen from a list; elsewhere it is
 * typed. The state or province is disabled until a country is chosen (UI-14). Some countries need no postal code (UI-45).
 */
export function AddressFields(props: AddressFieldsProps) {
  const { value, onChange, errors = {}, nameLabel, nameAutoComplete = 'name', disabled = false } = props;
  const { t } = useLingui();
  const countries = countryChoices(useLocale());
  const change = (part: Partial<AddressDraft>) => onChange(changeAddress(value, part));
  const text = (
    field: AddressField,
    label: string,
    token: string,
    options: { required?: boolean; className?: string },
  ) => (
    <Field label={label} error={errors[field]} required={options.required} className={options.className}>
      {(control) => (
        <TextInput
          {...control}
          value={value[field]}
          disabled={disabled}
          maxLength={field === 'postalCode' ? 20 : field === 'city' || field === 'state' ? 100 : 200}
          autoComplete={token === 'organization' ? token : `${props.autoCompleteGroup} ${token}`}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {text('name', nameLabel, nameAutoComplete, { required: true })}
      <Field label={t`Country`} error={errors.country} required>
        {(control) => (
          <Select
            {...control}
            value={value.country || null}
            onChange={(country) => change({ country })}
            options={countries}
            placeholder={t`Choose a country`}
            disabled={disabled}
          />
        )}
      </Field>
      {text('line1', t`Address`, 'address-line1', { required: true, className: 'sm:col-span-2' })}
      {text('line2', t`Address, second line`, 'address-line2', { className: 'sm:col-span-2' })}
      <div className="grid grid-cols-1 gap-4 sm:col-span-2 sm:grid-cols-3">
        {text('city', t`City`, 'address-level2', { required: true })}
        <RegionField {...props} />
        {text('postalCode', t`Postal code`, 'postal-code', { required: requiresPostalCode(value.country) })}
      </div>
    </div>
  );
}

function RegionField({ value, onChange, errors, autoCompleteGroup, disabled = false }: AddressFieldsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { country, state } = value;
  const regions = useMemo(() => regionChoices(country, locale), [country, locale]);
  const change = (region: string) => onChange(changeAddress(value, { state: region }));
  const label = country === 'US' ? t`State` : country === 'CA' ? t`Province` : t`State or region`;
  return regions ? (
    <Field label={label} error={errors?.state} required={requiresRegion(country)}>
      {(control) => (
        <Select
          {...control}
          value={state || null}
          onChange={change}
          options={regions}
          placeholder={country === 'US' ? t`Choose a state` : t`Choose a province`}
          disabled={disabled}
        />
      )}
    </Field>
  ) : (
    <Field label={label} error={errors?.state}>
      {(control) => (
        <TextInput
          {...control}
          value={state}
          disabled={disabled || country === ''}
          maxLength={100}
          autoComplete={`${autoCompleteGroup} address-level1`}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
