import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { cn } from '../../../lib/cn.ts';
import { switchLocale } from '../../../lib/locale.ts';
import { forgetModelState, preloaded } from '../../../lib/preloaded.ts';
import { Brand } from '../../../ui/brand.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { LanguageSwitch } from '../../../ui/language-switch.tsx';
import { ThemeToggle } from '../../../ui/theme-toggle.tsx';
import { footerLinkClasses, VisitorFooter } from '../../../ui/visitor-footer.tsx';
import { formatAddress, parsePlace } from '../model/addresses.ts';
import { showAddress } from '../place.ts';
import { wizardSearch } from '../use-wizard.ts';
import { SidePanel } from './side-panel.tsx';

interface SignUpFrameProps {
  /** The window title. */
  title: string;
  children: ReactNode;
  /** Whether the product is shown beside or below the step; omitted if the step needs the whole width. */
  hasPanel: boolean;
  /** Whether the frame contains the wizard, so that the footer links to the wizard's steps. */
  isWizard?: boolean;
  /** The address that signed up, shown in place of the link to sign in. */
  address?: string | null;
}

/** The frame of every page of the sign-up: brand, language, theme, sign-in link, and the vendor's links. */
export function SignUpFrame({ title, children, hasPanel, isWizard = false, address = null }: SignUpFrameProps) {
  useEffect(() => {
    document.title = `${title} · ${preloaded().company.name}`;
  }, [title]);
  const otherStep = hasPanel ? 'plans' : 'main';
  const footer = <FooterLinks wizardStep={isWizard ? otherStep : null} />;
  return (
    <div
      className={cn(
        'min-h-dvh',
        !hasPanel && 'sign-up-wide',
        hasPanel && 'lg:grid lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] lg:bg-surface',
      )}
    >
      <div className="flex min-h-dvh min-w-0 flex-col px-5 sm:px-8 max-lg:min-h-0">
        <Header address={address} />
        <main className={cn('flex w-full flex-1 flex-col', hasPanel ? 'mx-auto max-w-[440px]' : 'pb-24')}>
          {children}
        </main>
        <div className={cn(hasPanel ? 'max-lg:hidden' : 'pb-20')}>{footer}</div>
      </div>
      {hasPanel && (
        <>
          <SidePanel />
          <div className="px-5 lg:hidden">{footer}</div>
        </>
      )}
    </div>
  );
}

function Header({ address }: { address: string | null }) {
  const { t } = useLingui();
  return (
    <header className="flex h-20 items-center gap-1">
      <span className="mr-auto min-w-0">
        <Brand />
      </span>
      <LanguageSwitch onChange={(locale) => void switchLocale(locale)} />
      <ThemeToggle />
      {address ? (
        <span className="ml-2 max-w-64 truncate text-muted max-sm:hidden">{address}</span>
      ) : (
        <a
          href={paths.login}
          onClick={forgetModelState}
          aria-label={t`Sign in to an existing account`}
          className={cn(buttonClasses({ variant: 'secondary' }), 'ml-1')}
        >
          <Trans>Sign in</Trans>
        </a>
      )}
    </header>
  );
}

/** @param wizardStep the step to which the footer links, inside the wizard */
function FooterLinks({ wizardStep }: { wizardStep: 'plans' | 'main' | null }) {
  return (
    <VisitorFooter className="py-6 max-lg:justify-center lg:[&>span]:ml-auto">
      {wizardStep && (
        <StepLink step={wizardStep}>
          {wizardStep === 'plans' ? <Trans>Plans and prices</Trans> : <Trans>Back to sign-up</Trans>}
        </StepLink>
      )}
    </VisitorFooter>
  );
}

const never = () => () => {};

/** Opens another step without loading a document, so that the input is kept, including the password. */
function StepLink({ step, children }: { step: 'plans' | 'main'; children: ReactNode }) {
  const href = useSyncExternalStore(
    never,
    () => formatAddress(step, null, parsePlace(location.pathname, location.search), wizardSearch()),
    () => '/plans',
  );
  return (
    <a
      href={href}
      className={footerLinkClasses}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        showAddress(href, { replace: false });
      }}
    >
      {children}
    </a>
  );
}
