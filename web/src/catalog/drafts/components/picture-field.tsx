import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { readDataUri } from '../../../lib/read-data-uri.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { ProductLogo } from '../../../ui/product-logo.tsx';
import { type FieldProps, useFieldContext } from './field-context.ts';

/** A picture (CAT-24) in its displayed sizes, with buttons to replace or remove it. The server validates it. */
export function PictureField({ named: { label, field }, value, place, onChange }: FieldProps) {
  const { t } = useLingui();
  const { problems, readOnly } = useFieldContext();
  const [problem, setProblem] = useState<string>();
  if (field.kind !== 'picture') return null;
  const { most } = field;
  const limit = most / 1024;
  const uri = typeof value === 'string' ? value : null;
  const choose = async (file: File) => {
    if (file.size > most) {
      setProblem(t`This file is too large. Choose one of at most ${limit} kB.`);
      return;
    }
    setProblem(undefined);
    onChange(await readDataUri(file));
  };
  return (
    <Field
      label={label}
      error={problem ?? problems.get(place)}
      hint={t`PNG, JPEG or WebP of at most ${limit} kB; 128 × 128 pixels are sharp everywhere`}
      className="col-span-full"
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-4">
          <span className="flex items-center gap-3 rounded-control border border-line-strong px-3 py-2">
            <ProductLogo name="–" logo64={uri} />
            <ProductLogo name="–" logo64={uri} size="sm" />
          </span>
          {!readOnly && (
            <>
              <FileButton
                control={control}
                accept="image/png,image/jpeg,image/webp"
                aria-label={t`Choose a file: ${label}`}
                onChoose={choose}
              >
                <Trans>Choose a file</Trans>
              </FileButton>
              {uri && (
                <Button variant="quiet" aria-label={t`Remove: ${label}`} onClick={() => onChange(undefined)}>
                  <Trash2 aria-hidden="true" />
                  <Trans>Remove</Trans>
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </Field>
  );
}
