import { useLingui } from '@lingui/react/macro';
import { cn } from '../lib/cn.ts';
import { type Locale, localeNames, useLocale } from '../lib/locale.ts';

const locales: readonly Locale[] = ['en', 'fr'];

/** The languages side by side, for pages without the shell. */
export function LanguageSwitch({ onChange }: { onChange: (locale: Locale) => void }) {
  const { t } = useLingui();
  const current = useLocale();
  return (
    <fieldset aria-label={t`Language`} className="flex gap-0.5">
      {locales.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          className={cn(
            'h-8 rounded-control px-2.5 pointer-coarse:h-9 pointer-coarse:min-w-9 text-sm font-medium',
            locale === current ? 'bg-neutral-soft text-ink' : 'text-muted hover:text-ink',
          )}
          onClick={() => onChange(locale)}
        >
          <span className="max-xs:sr-only">{localeNames[locale]}</span>
          <span aria-hidden="true" className="uppercase xs:hidden">
            {locale}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
