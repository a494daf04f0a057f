import { Trans, useLingui } from '@lingui/react/macro';
import { deviceCounts } from '@portico/contract/browser';
import { useMutation } from '@tanstack/react-query';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { applyProblemToForm, type FieldLabels } from '../../../lib/form.ts';
import { useIndustryChoices } from '../../../lib/industry-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import type { TrialInfo } from '../trial-form-model.ts';
import { emptyDraft, isOtherIndustry, type TrialDraft, toTrialInfo } from '../trial-form-model.ts';
import { ChoiceField } from './choice-field.tsx';

interface TrialFormProps {
  productId: string;
  /** Called when the details are saved. */
  onSaved: () => void;
}

/** An account's details for its trial (TRL-10). Server errors appear at their fields, and no input is lost. */
export function TrialForm({ productId, onSaved }: TrialFormProps) {
  const { t } = useLingui();
  const save = useSaveAdditionalInfo();
  const form = useForm<TrialDraft>({ defaultValues: emptyDraft, mode: 'onTouched' });
  const labels: Record<keyof TrialDraft, string> = {
    hasHardware: t`Do you have scanning hardware already?`,
    numberOfDevices: t`How many devices do you plan to use?`,
    locatedInUS: t`Are you located in the United States?`,
    industry: t`Industry`,
    otherIndustry: t`Other industry`,
  };
  const submit = form.handleSubmit(async (draft) => {
    const info = toTrialInfo(productId, draft);
    if (!info) return;
    await save.mutateAsync(info).then(onSaved, (error) => applyProblemToForm(error, form, labels));
  });
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <UnsavedChangesGuard isChanged={form.formState.isDirty && !save.isPending && !save.isSuccess} />
        <div className="flex flex-col gap-6 p-4 sm:p-6">
          <YesNo form={form} name="hasHardware" label={labels.hasHardware} />
          <Devices form={form} labels={labels} />
          <YesNo form={form} name="locatedInUS" label={labels.locatedInUS} />
          <IndustryFields form={form} labels={labels} />
        </div>
        <div className="flex justify-end border-t border-line px-4 py-3 sm:px-6">
          <Button type="submit" variant="primary" pending={save.isPending} className="max-sm:w-full">
            <Trans>Continue to billing</Trans>
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface PartProps {
  form: UseFormReturn<TrialDraft>;
  labels: FieldLabels;
}

function YesNo({
  form,
  name,
  label,
}: Omit<PartProps, 'labels'> & { name: 'hasHardware' | 'locatedInUS'; label: string }) {
  const { t } = useLingui();
  return (
    <ChoiceField
      label={label}
      field={form.register(name, { required: t`Please choose an answer` })}
      error={form.formState.errors[name]?.message}
      options={[
        { value: 'yes', label: t`Yes` },
        { value: 'no', label: t`No` },
      ]}
    />
  );
}

function Devices({ form, labels }: PartProps) {
  const { t } = useLingui();
  const required = t`Please choose an answer`;
  return (
    <Controller
      control={form.control}
      name="numberOfDevices"
      rules={{ required }}
      render={({ field, fieldState }) => (
        <Field label={labels.numberOfDevices} required error={fieldState.error?.message}>
          {(control) => (
            <NativeSelect
              {...control}
              {...field}
              className="sm:max-w-72"
              options={[
                { value: '', label: t`Please choose`, disabled: true },
                ...deviceCounts.map((count) => ({
                  value: count,
                  label: count === 'Unlimited licenses' ? t`Unlimited licenses` : count.replace('-', '–'),
                })),
              ]}
            />
          )}
        </Field>
      )}
    />
  );
}

/** The industry, and its name if it is not in the list (TRL-8). */
function IndustryFields({ form, labels }: PartProps) {
  const { t } = useLingui();
  const industries = useIndustryChoices();
  const required = t`The industry field is required`;
  return (
    <>
      <Controller
        control={form.control}
        name="industry"
        rules={{ required }}
        render={({ field, fieldState }) => (
          <Field label={labels.industry} required error={fieldState.error?.message}>
            {(control) => (
              <NativeSelect
                {...control}
                {...field}
                className="sm:max-w-72"
                options={[{ value: '', label: t`Please choose`, disabled: true }, ...industries]}
              />
            )}
          </Field>
        )}
      />
      {form.watch('industry') === 'other' && (
        <FormField
          form={form}
          name="otherIndustry"
          labels={labels}
          required
          validate={(text) => isOtherIndustry(text) || t`Allowed symbols: &, letters or whitespaces`}
          className="sm:max-w-72"
        />
      )}
    </>
  );
}

/** Saves the details of the account's trial. The form shows failures. */
function useSaveAdditionalInfo() {
  return useMutation({
    mutationFn: (body: TrialInfo) => api('POST /api/Products/AdditionalInfo', { body }),
    meta: { showsErrors: true },
  });
}
