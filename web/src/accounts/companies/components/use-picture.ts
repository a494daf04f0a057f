import { useLingui } from '@lingui/react/macro';
import { maxLogoBytes } from '@portico/contract/browser';
import { type Control, type UseFormReturn, useController } from 'react-hook-form';
import { readDataUri } from '../../../lib/read-data-uri.ts';
import type { CompanyDraft } from '../model/company-draft.ts';

/** A picture of the form: its preview, its error, and functions to replace or remove it. */
export function usePicture(
  form: UseFormReturn<CompanyDraft>,
  name: 'logoLight' | 'logoDark' | `customers.${number}.logo`,
) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control: form.control as Control<CompanyDraft>, name });
  return {
    shown: field.value.shown,
    error: fieldState.error?.message,
    ref: field.ref,
    choose: async (file: File) => {
      if (file.size > maxLogoBytes) {
        form.setError(name, { type: 'file', message: t`This file is too large. Choose one of at most 256 kB.` });
        return;
      }
      const uri = await readDataUri(file);
      form.clearErrors(name);
      field.onChange({ shown: uri, file: uri.slice(uri.indexOf(',') + 1) });
    },
    remove: () => {
      form.clearErrors(name);
      field.onChange({ shown: null, file: null });
    },
  };
}
