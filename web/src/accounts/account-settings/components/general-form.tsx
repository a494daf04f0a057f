import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountSettings, AccountTimeZone } from '@portico/contract';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { can } from '../../../lib/permissions.ts';
import { formatUtcOffset, nameTimeZone } from '../../../lib/utc-offset.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { useSaveAccountSettings } from '../account-settings.api.ts';
import { UsageDataChoice } from './usage-data-choice.tsx';

interface Values {
  timeZoneId: string;
  businessDayEnds: string;
  usageDataPolicyType: `${AccountSettings['usageDataPolicyType']}`;
}

function toFormValues({ timeZoneId, businessDayEnds, usageDataPolicyType }: AccountSettings): Values {
  return { timeZoneId, businessDayEnds, usageDataPolicyType: `${usageDataPolicyType}` };
}

/** Time zone, end of the business day and usage data of the account. No input is lost if saving fails. */
export function GeneralForm({ settings }: { settings: AccountSettings }) {
  const { t } = useLingui();
  const save = useSaveAccountSettings();
  const form = useForm<Values>({ values: toFormValues(settings), resetOptions: { keepDirtyValues: true } });
  const { isDirty } = form.formState;
  const labels = {
    timeZoneId: t`Time zone`,
    businessDayEnds: t`Business day end time`,
    usageDataPolicyType: t`Usage data sharing`,
  };
  const submit = form.handleSubmit(async ({ usageDataPolicyType, ...values }) => {
    const policy = Number(usageDataPolicyType) as AccountSettings['usageDataPolicyType'];
    try {
      const { revision } = settings;
      form.reset(toFormValues(await save.mutateAsync({ ...values, usageDataPolicyType: policy, revision })));
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  const readOnly = !can('accountSettings.manage');
  return (
    <Card>
      <CardHeader title={<Trans>General</Trans>} className="sm:px-6" />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <UnsavedChangesGuard isChanged={isDirty && !save.isPending} />
        <div className="grid gap-5 border-t border-line px-5 py-4 sm:px-6 sm:py-5">
          <TimeZoneField form={form} label={labels.timeZoneId} settings={settings} readOnly={readOnly} />
          <FormField
            form={form}
            labels={labels}
            name="businessDayEnds"
            type="time"
            required
            readOnly={readOnly}
            hint={t`The vendor’s products end their day at this time, in the account’s time zone`}
            className="max-w-xs"
          />
          <UsageDataField form={form} label={labels.usageDataPolicyType} readOnly={readOnly} />
        </div>
        {!readOnly && (
          <div className="flex justify-end border-t border-line px-5 py-3 sm:px-6">
            <Button type="submit" variant="primary" pending={save.isPending} disabled={!isDirty}>
              <Trans>Save changes</Trans>
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

interface FormPartProps {
  form: ReturnType<typeof useForm<Values>>;
  label: string;
  readOnly: boolean;
}

/** The choice of the usage data that the account shares. */
function UsageDataField({ form, label, readOnly }: FormPartProps) {
  return (
    <Controller
      control={form.control}
      name="usageDataPolicyType"
      render={({ field }) => (
        <UsageDataChoice label={label} value={field.value} onChange={field.onChange} disabled={readOnly} />
      )}
    />
  );
}

interface TimeZoneFieldProps extends FormPartProps {
  settings: AccountSettings;
}

function TimeZoneField({ form, label, settings, readOnly }: TimeZoneFieldProps) {
  const { timeZones } = settings.utilityData;
  const options = useMemo(
    () => timeZones.map(({ id, timeZoneOffset }) => ({ value: id, label: nameTimeZone(id, timeZoneOffset) })),
    [timeZones],
  );
  return (
    <Controller
      control={form.control}
      name="timeZoneId"
      render={({ field, fieldState }) => {
        const chosen = timeZones.find(({ id }) => id === field.value);
        return (
          <Field
            label={label}
            required
            error={fieldState.error?.message}
            hint={
              <>
                {chosen && <Today zone={chosen} />}
                <br />
                <Trans>For reports and email, unless a user has chosen another one</Trans>
              </>
            }
            className="max-w-md"
          >
            {(control) => (
              <NativeSelect
                {...control}
                ref={field.ref}
                className="h-9"
                disabled={readOnly}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                options={options}
              />
            )}
          </Field>
        );
      }}
    />
  );
}

/** The current UTC offset of a time zone. */
function Today({ zone: { timeZoneOffset, isDaylightSavingTime } }: { zone: AccountTimeZone }) {
  const offset = formatUtcOffset(timeZoneOffset);
  return isDaylightSavingTime ? (
    <Trans>Today: {offset}, daylight saving time</Trans>
  ) : (
    <Trans>Today: {offset}, no daylight saving time</Trans>
  );
}
