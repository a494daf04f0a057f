import { Trans, useLingui } from '@lingui/react/macro';
import { accentColors, ownAccents, type Theme } from '@portico/contract/browser';
import { type Control, type UseFormReturn, useController } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type CompanyDraft, themeFields } from '../model/company-draft.ts';

interface AccentFieldProps {
  form: UseFormReturn<CompanyDraft>;
  label: string;
  theme: Theme;
  readOnly: boolean;
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim());

/** A theme's accent color, typed or picked. Shows the shade that pages use for readability (BRAND-3). */
export function AccentField({ form, label, theme, readOnly }: AccentFieldProps) {
  const { t } = useLingui();
  const { field, fieldState } = useController({
    control: form.control as Control<CompanyDraft>,
    name: themeFields[theme].accent,
    rules: {
      validate: (text) =>
        text.trim() === '' || isColor(text) || t`Write # and six digits or letters from A to F, such as #0b6e4f.`,
    },
  });
  const color = field.value.trim().toLowerCase();
  return (
    <Field label={label} error={fieldState.error?.message} hint={<Shading color={color} theme={theme} />}>
      {(control) => (
        <span className="flex items-center gap-2">
          <input
            type="color"
            aria-label={t`Pick: ${label}`}
            disabled={readOnly}
            value={isColor(color) ? color : ownAccents[theme]}
            onChange={(event) => field.onChange(event.target.value)}
            className="h-9 w-11 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1 disabled:cursor-not-allowed pointer-coarse:h-11"
          />
          <TextInput
            {...control}
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            readOnly={readOnly}
            placeholder={ownAccents[theme]}
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
          />
        </span>
      )}
    </Field>
  );
}

/** The shade of a color in pages and mails. */
function Shading({ color, theme }: { color: string; theme: Theme }) {
  if (color === '') return <Trans>Empty: the portal’s own color</Trans>;
  const colors = isColor(color) ? accentColors(color, theme) : null;
  if (!colors) return null;
  const { accent, accentText } = colors;
  if (accent === color && accentText === color) return <Trans>Text is readable on this color and in it.</Trans>;
  if (accent === color) return <Trans>Links use {accentText}, so that they can be read.</Trans>;
  if (accentText === color) return <Trans>Buttons use {accent}, so that their words can be read.</Trans>;
  return (
    <Trans>
      Buttons use {accent} and links {accentText}, so that words can be read.
    </Trans>
  );
}
