import { useLingui } from '@lingui/react/macro';
import { logoTypes, mostLogoBytes, type Theme, themeColors } from '@portico/contract/browser';
import { Trash2 } from 'lucide-react';
import { type Control, type UseFormReturn, useController } from 'react-hook-form';
import { readDataUri } from '../../../lib/read-data-uri.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { type CompanyDraft, themeFields } from '../model/company-draft.ts';

interface LogoFieldProps {
  form: UseFormReturn<CompanyDraft>;
  label: string;
  theme: Theme;
  readOnly: boolean;
}

/** A theme's logo: the picture on that theme's ground, and the way to choose another one or none. */
export function LogoField({ form, label, theme, readOnly }: LogoFieldProps) {
  const { t } = useLingui();
  const name = themeFields[theme].logo;
  const { field, fieldState } = useController({ control: form.control as Control<CompanyDraft>, name });
  const logo = field.value;
  const choose = async (file: File) => {
    if (file.size > mostLogoBytes) {
      form.setError(name, { type: 'file', message: t`This file is too large. Choose one of at most 256 kB.` });
      return;
    }
    const uri = await readDataUri(file);
    form.clearErrors(name);
    field.onChange({ shown: uri, file: uri.slice(uri.indexOf(',') + 1) });
  };
  return (
    <Field label={label} error={fieldState.error?.message}>
      {(control) => (
        <div className="flex flex-col gap-2.5">
          <div
            className="flex h-16 items-center justify-center rounded-control border border-line-strong px-4"
            style={{ background: themeColors[theme].surface, color: themeColors[theme].muted }}
          >
            {logo.shown ? (
              <img src={logo.shown} alt="" className="h-7 w-auto max-w-44 object-contain" />
            ) : (
              <span className="text-sm">{t`No logo`}</span>
            )}
          </div>
          {!readOnly && (
            <div className="flex flex-wrap gap-2">
              <FileButton
                ref={field.ref}
                control={control}
                accept={logoTypes.join(',')}
                aria-label={t`Choose a file: ${label}`}
                onChoose={choose}
              >
                {t`Choose a file`}
              </FileButton>
              {logo.shown && (
                <Button
                  variant="quiet"
                  aria-label={t`Remove: ${label}`}
                  onClick={() => {
                    form.clearErrors(name);
                    field.onChange({ shown: null, file: null });
                  }}
                >
                  <Trash2 aria-hidden="true" />
                  {t`Remove`}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
