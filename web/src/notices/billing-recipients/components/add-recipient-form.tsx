import { Trans, useLingui } from '@lingui/react/macro';
import type { Locale } from '@portico/contract';
import { Controller, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { localeNames, useLocale } from '../../../lib/locale.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useAddRecipient } from '../billing-recipients.api.ts';

interface Values {
  email: string;
  name: string;
  language: Locale;
}

/** Adds an address. Server errors appear at their fields, and no input is lost. */
export function AddRecipientForm() {
  const { t } = useLingui();
  const language = useLocale();
  const add = useAddRecipient();
  const empty = { email: '', name: '', language };
  const form = useForm<Values>({ defaultValues: empty });
  const labels = { email: t`Email`, name: t`Name`, language: t`Language` };
  const submit = form.handleSubmit(async (values) => {
    try {
      await add.mutateAsync(values);
      form.reset(empty);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <form
      noValidate
      aria-label={t`Add a recipient`}
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-4 border-t border-line px-5 py-4 sm:px-6 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)_auto]"
    >
      <FormField form={form} labels={labels} name="email" type="email" required />
      <FormField form={form} labels={labels} name="name" />
      <Controller
        control={form.control}
        name="language"
        render={({ field }) => (
          <Field label={labels.language}>
            {(control) => (
              <NativeSelect
                {...control}
                className="h-9"
                value={field.value}
                onChange={field.onChange}
                options={Object.entries(localeNames).map(([value, label]) => ({ value, label }))}
              />
            )}
          </Field>
        )}
      />
      <Button type="submit" pending={add.isPending} className="md:mt-[26px]">
        <Trans>Add recipient</Trans>
      </Button>
    </form>
  );
}
