import { Trans, useLingui } from '@lingui/react/macro';
import type { Locale, Profile } from '@portico/contract';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { localeNames } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { timeZones } from '../model/time-zones.ts';
import { useCancelEmailChange, useSaveProfile } from '../profile.api.ts';

interface Values {
  login: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  comments: string;
  /** Empty to follow the browser's language. */
  locale: Locale | '';
  timeZone: string;
}

function toFormValues({ login, email, firstName, lastName, phone, comments, locale, timeZone }: Profile): Values {
  return { login, email, firstName, lastName, phone, comments, locale: locale ?? '', timeZone: timeZone ?? '' };
}

/** The user's own details. A new email address takes effect when its mailed link is used. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const save = useSaveProfile();
  const form = useForm<Values>({ values: toFormValues(profile), resetOptions: { keepDirtyValues: true } });
  const { isDirty } = form.formState;
  const names = { firstName: t`First name`, lastName: t`Last name` };
  const about = {
    phone: t`Phone`,
    comments: t`Comments`,
    locale: t`Email language`,
    timeZone: t`Time zone for email and reports`,
  };
  const labels = { ...names, ...about, login: t`Login`, email: t`Email` };
  const submit = form.handleSubmit(async ({ locale, timeZone, ...values }) => {
    try {
      const saved = await save.mutateAsync({
        ...values,
        locale: locale || null,
        timeZone: timeZone || null,
        revision: profile.revision,
      });
      // A requested address is not yet the user's, so the field shows the current one.
      form.reset(toFormValues(saved), { keepDirtyValues: false });
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  const readOnly = !can('profile.manage');
  const field = { form, labels, readOnly };
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <UnsavedChangesGuard isChanged={isDirty && !save.isPending} />
        {profile.pendingEmail && <PendingEmail address={profile.pendingEmail} readOnly={readOnly} />}
        <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-6">
          <FormField {...field} name="firstName" required />
          <FormField {...field} name="lastName" />
          <FormField {...field} name="login" required />
          <FormField
            {...field}
            name="email"
            type="email"
            required
            hint={t`We first email a link to the new address. The old one stays until you open it.`}
          />
          <FormField {...field} name="phone" type="tel" />
          <FormSelects form={form} labels={labels} readOnly={readOnly} />
          <FormField {...field} name="comments" type="multiline" className="sm:col-span-2" />
        </div>
        {!readOnly && (
          <div className="flex justify-end border-t border-line px-4 py-3 sm:px-6">
            <Button type="submit" variant="primary" pending={save.isPending} disabled={!isDirty}>
              <Trans>Save changes</Trans>
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

interface FormSelectsProps {
  form: ReturnType<typeof useForm<Values>>;
  labels: Record<'locale' | 'timeZone', string>;
  readOnly: boolean;
}

function FormSelects({ form, labels, readOnly }: FormSelectsProps) {
  const { t } = useLingui();
  const zones = useMemo(timeZones, []);
  const languages = [
    { value: '', label: t`Same as the browser` },
    { value: 'en', label: localeNames.en },
    { value: 'fr', label: localeNames.fr },
  ];
  const zoneOptions = [{ value: '', label: t`Same as the account` }, ...zones];
  return (['locale', 'timeZone'] as const).map((name) => (
    <Controller
      key={name}
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={labels[name]} error={fieldState.error?.message}>
          {(control) => (
            <NativeSelect
              {...control}
              className="h-9"
              disabled={readOnly}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              options={name === 'locale' ? languages : zoneOptions}
            />
          )}
        </Field>
      )}
    />
  ));
}

function PendingEmail({ address, readOnly }: { address: string; readOnly: boolean }) {
  const cancel = useCancelEmailChange();
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Alert
        tone="info"
        actions={
          !readOnly && (
            <Button size="sm" onClick={() => cancel.mutate()} pending={cancel.isPending}>
              <Trans>Keep the old address</Trans>
            </Button>
          )
        }
      >
        <Trans>We sent a link to {address}. Your address changes when you open it.</Trans>
      </Alert>
    </div>
  );
}
