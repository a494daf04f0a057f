import { Trans, useLingui } from '@lingui/react/macro';
import { countries, pointsOfSale } from '@portico/contract/sign-up';
import { type ReactNode, useMemo, useState } from 'react';
import { useIndustryChoices } from '../../../lib/industry-names.ts';
import { useLocale } from '../../../lib/locale.ts';
import { countryChoices, regionChoices } from '../../../lib/reference.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { PasswordHint, PasswordRules } from '../../../ui/password-rules.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { FieldStep } from '../model/details.ts';
import { joinPhone, likelyCountry, splitPhone } from '../model/dial-code.ts';
import { areEntriesKept, keepEntries } from '../model/entries.ts';
import { hasRegions } from '../model/validation.ts';
import { usePasswordEstimate } from '../use-password-estimate.ts';
import { ChoiceField, TextField } from './fields.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { useLabels } from './problem-words.ts';
import { useWizardContext, useWizardField } from './wizard-context.ts';

/** The owner's password, twice, with the password rule. */
function OwnerStep() {
  const { state } = useWizardContext();
  return (
    <>
      {state.returnTo && state.isRestored && (
        <Alert tone="info">
          <Trans>Your password is never stored, so please enter it again. Everything else is still here.</Trans>
        </Alert>
      )}
      <PasswordField field="password" />
      <PasswordField field="confirmPassword" />
    </>
  );
}

function PasswordField({ field }: { field: 'password' | 'confirmPassword' }) {
  const { value, error, change, leave } = useWizardField(field);
  const label = useLabels()[field];
  const estimate = usePasswordEstimate();
  const isFirst = field === 'password';
  return (
    <div>
      <Field label={label} required error={error} hint={isFirst && <PasswordHint />}>
        {(control) => (
          <PasswordInput
            {...control}
            name={field}
            value={value}
            autoComplete="new-password"
            className="h-11"
            onChange={(event) => change(event.target.value)}
            onBlur={leave}
          />
        )}
      </Field>
      {isFirst && (
        <>
          <PasswordStrength estimate={estimate} />
          <PasswordRules password={value} isStrong={estimate?.weakness === null} className="mt-2.5" />
        </>
      )}
    </div>
  );
}

/** The organization's contact details. */
function ContactsStep() {
  return (
    <>
      <PhoneField />
      <TextField field="comments" isLong hint={<Trans>What we should know about your plans.</Trans>} />
      <KeepEntries />
    </>
  );
}

/** Whether this device keeps the entries after the tab is closed (SIGN-41). */
function KeepEntries() {
  const [isKept, setIsKept] = useState(areEntriesKept);
  return (
    <Checkbox
      label={<Trans>Keep my entries on this device for 30 days</Trans>}
      hint={<Trans>Otherwise they are gone when you close this tab. Your password is never kept.</Trans>}
      checked={isKept}
      onChange={(event) => {
        keepEntries(event.target.checked);
        setIsKept(event.target.checked);
      }}
    />
  );
}

/** A phone number with a country's dial code. */
function PhoneField() {
  const { t } = useLingui();
  const locale = useLocale();
  const { value, error, change, leave } = useWizardField('phone');
  const label = useLabels().phone;
  const [preferred, setPreferred] = useState(() => likelyCountry(navigator.languages));
  const { country, number } = splitPhone(value, countries, preferred);
  const findDialCode = (code: string) => countries.find((known) => known.code === code)?.dialCode ?? null;
  const options = useMemo(() => {
    const names = new Map(countryChoices(locale).map((choice) => [choice.value, choice.label]));
    return countries
      .filter(({ dialCode }) => dialCode !== null)
      .map(({ code, dialCode }) => ({ value: code, label: `${names.get(code) ?? code} (${dialCode})` }))
      .sort((one, other) => one.label.localeCompare(other.label, locale));
  }, [locale]);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <span className="relative h-11 w-[104px] shrink-0">
            {/* The closed select shows only the code; its list has the countries' names. */}
            <NativeSelect
              aria-label={t`Dial code`}
              value={country}
              className="h-11 w-[104px] [&_select]:text-transparent [&_option]:text-ink"
              onChange={(next) => {
                setPreferred(next);
                change(joinPhone(findDialCode(next), number));
              }}
              options={options}
            />
            <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 flex items-center">
              {country} {findDialCode(country)}
            </span>
          </span>
          <TextInput
            {...control}
            name="phone"
            type="tel"
            autoComplete="tel-national"
            className="h-11"
            value={number}
            onBlur={leave}
            onChange={(event) => change(joinPhone(findDialCode(country), event.target.value))}
          />
        </div>
      )}
    </Field>
  );
}

/** The organization's location and industry. */
function AdditionalStep() {
  const { t } = useLingui();
  const locale = useLocale();
  const { state } = useWizardContext();
  const { industry } = state.details;
  const industries = useIndustryChoices();
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <ChoiceField
          field="country"
          required
          autoComplete="country"
          placeholder={t`Choose a country`}
          options={countryChoices(locale)}
        />
        <RegionField />
      </div>
      <ChoiceField field="industry" required placeholder={t`Please choose`} options={industries} />
      {industry === 'other' && <TextField field="otherIndustry" required />}
      {industry === 'cannabis' && <PointOfSaleField />}
      <TextField
        field="orderNumber"
        hint={<Trans>Your own purchase order, if you have one: it appears on your invoices.</Trans>}
      />
    </>
  );
}

/** The state or the province, disabled until a country is chosen; hidden for countries without them. */
function RegionField() {
  const { t } = useLingui();
  const locale = useLocale();
  const { state, facts } = useWizardContext();
  const { country } = state.details;
  const regions = useMemo(() => regionChoices(country, locale), [country, locale]);
  const required = hasRegions(facts.companyId);
  if (country !== '' && !regions) return null;
  const isProvince = country === 'CA';
  return (
    <ChoiceField
      field={isProvince ? 'province' : 'state'}
      required={required && country !== ''}
      disabled={country === ''}
      autoComplete="address-level1"
      {...(country === '' && { label: t`State or province` })}
      placeholder={country === '' ? '' : isProvince ? t`Choose a province` : t`Choose a state`}
      options={regions ?? []}
    />
  );
}

/** Shown for one industry only. The answer is stored in this browser and not sent (SIGN-43). */
function PointOfSaleField() {
  const { t } = useLingui();
  return (
    <ChoiceField
      field="pointOfSale"
      placeholder={t`Please choose`}
      options={[
        ...pointsOfSale.map((name) => ({ value: name, label: name })),
        { value: 'other', label: t`Another one, or none` },
      ]}
      label={t`Which point-of-sale provider do you use?`}
      hint={<Trans>The answer stays in this browser.</Trans>}
    />
  );
}

const contents: Record<Exclude<FieldStep, 'email' | 'main'>, () => ReactNode> = {
  owner: OwnerStep,
  contacts: ContactsStep,
  additional: AdditionalStep,
};

/** The content of the steps after the first two. Loaded while the visitor fills in the first two. */
export function LaterStep({ step }: { step: keyof typeof contents }) {
  const Content = contents[step];
  return <Content />;
}
