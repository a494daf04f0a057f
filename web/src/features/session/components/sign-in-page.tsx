import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { switchLocale } from '../../../lib/locale.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { Brand } from '../../../ui/brand.tsx';
import { LanguageSwitch } from '../../../ui/language-switch.tsx';
import { ThemeToggle } from '../../../ui/theme-toggle.tsx';
import { DemoUsers } from './demo-users.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The whole sign-in document's body. `demoTemplate` is the build's, see `DemoUsers`. It leaves no room for anything that does not exist. */
export function SignInPage({ demoTemplate }: { demoTemplate?: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { t } = useLingui();
  const title = t`Sign in`;
  useEffect(() => {
    document.title = `${title} · ${preloaded().company.name}`;
  }, [title]);
  return (
    <div className="flex min-h-dvh flex-col px-4">
      <header className="flex h-14 items-center justify-end gap-1">
        <LanguageSwitch onChange={(locale) => void switchLocale(locale)} />
        <ThemeToggle />
      </header>
      <main className="mx-auto w-full max-w-[400px] flex-1 pt-[max(24px,6vh)] pb-10">
        <div className="mb-6 flex justify-center">
          <Brand />
        </div>
        <div className="rounded-dialog border border-line bg-surface p-6 shadow-card sm:p-8">
          <h1 className="mb-5 text-title font-semibold leading-7 tracking-tight">
            <Trans>Sign in</Trans>
          </h1>
          <SignInForm form={form} />
        </div>
        <DemoUsers form={form} template={demoTemplate} />
      </main>
      <footer className="flex justify-center gap-5 pb-6 text-xs text-muted">
        <a href="/terms" className="rounded underline-offset-4 hover:text-ink hover:underline">
          <Trans>Terms of service</Trans>
        </a>
        <a href="/privacy" className="rounded underline-offset-4 hover:text-ink hover:underline">
          <Trans>Privacy policy</Trans>
        </a>
      </footer>
    </div>
  );
}
