import { useLingui } from '@lingui/react/macro';
import { logoTypes, type Theme, themeColors } from '@portico/contract/browser';
import { Trash2 } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { type CompanyDraft, themeFields } from '../model/company-draft.ts';
import { usePicture } from './use-picture.ts';

interface LogoFieldProps {
  form: UseFormReturn<CompanyDraft>;
  label: string;
  theme: Theme;
  readOnly: boolean;
}

/** A theme's logo on that theme's background, with buttons to replace or remove it. */
export function LogoField({ form, label, theme, readOnly }: LogoFieldProps) {
  const { t } = useLingui();
  const { shown, error, ref, choose, remove } = usePicture(form, themeFields[theme].logo);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className="flex flex-col gap-2.5">
          <div
            className="flex h-16 items-center justify-center rounded-control border border-line-strong px-4"
            style={{ background: themeColors[theme].surface, color: themeColors[theme].muted }}
          >
            {shown ? (
              <img src={shown} alt="" className="h-7 w-auto max-w-44 object-contain" />
            ) : (
              <span className="text-sm">{t`No logo`}</span>
            )}
          </div>
          {!readOnly && (
            <div className="flex flex-wrap gap-2">
              <FileButton
                ref={ref}
                control={control}
                accept={logoTypes.join(',')}
                aria-label={t`Choose a file: ${label}`}
                onChoose={choose}
              >
                {t`Choose a file`}
              </FileButton>
              {shown && (
                <Button variant="quiet" aria-label={t`Remove: ${label}`} onClick={remove}>
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
