import { Trans, useLingui } from '@lingui/react/macro';
import { preloaded } from '../../lib/preloaded.ts';
import { Brand } from '../../ui/brand.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { paths } from '../paths.ts';
import { useChangeLocale } from './actions.ts';

/** The header for visitors. The sign-in page is a separate document, so its links are plain anchors. */
export function PublicHeader() {
  const { t } = useLingui();
  const changeLocale = useChangeLocale();
  return (
    <header className="shell-header">
      <a
        href={paths.login}
        aria-label={t`${preloaded().company.name}, sign-in page`}
        className="mr-auto inline-flex shrink-0 rounded"
      >
        <Brand />
      </a>
      <LanguageSwitch onChange={changeLocale} />
      <ThemeToggle />
      <a href={paths.login} className={buttonClasses({ variant: 'secondary' })}>
        <Trans>Sign in</Trans>
      </a>
    </header>
  );
}
