import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { type ComponentType, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { DocumentName, SignUpName, WayInName } from '../../build/documents.ts';
import type { Prerender } from '../../build/steps.ts';
import { ConfigureMfaPage } from '../identity/pages/configure-mfa/configure-mfa-page.tsx';
import { DemoUserList } from '../identity/session/components/demo-users.tsx';
import { SignInPage } from '../identity/session/components/sign-in-page.tsx';
import { ForgottenPasswordPage } from '../identity/session/links/forgotten-password-page.tsx';
import { MailedLinkPage } from '../identity/session/links/mailed-link-page.tsx';
import { SecondStepPage } from '../identity/session/second-step/second-step-page.tsx';
import { SignOutPage } from '../identity/session/sign-out/sign-out-page.tsx';
import { BreakGlassPage } from '../identity/session/single-sign-on/break-glass-page.tsx';
import { providerPlace } from '../lib/fill-providers.ts';
import { activate, type Locale } from '../lib/locale.ts';
import { messages as english } from '../locales/sign-in/en.po';
import { messages as french } from '../locales/sign-in/fr.po';
import { messages as signUpEnglish } from '../locales/sign-up/en.po';
import { messages as signUpFrench } from '../locales/sign-up/fr.po';
import { SignUpPage, SignUpStepSkeleton } from '../onboarding/pages/sign-up/sign-up-page.tsx';
import { ExternalForm, ExternalTemplate } from '../onboarding/sign-up/components/external-sign-up.tsx';
import { AppSkeleton, LoadFailure, PublicSkeleton } from './skeleton.tsx';

const catalogs: Record<Locale, (typeof english)[]> = { en: [english, signUpEnglish], fr: [french, signUpFrench] };

const pages: Record<Exclude<WayInName, 'login'> | SignUpName, ComponentType> = {
  'sign-up': PrerenderedSignUp,
  'sign-up-step': SignUpStepSkeleton,
  'second-step': SecondStepPage,
  'configure-mfa': ConfigureMfaPage,
  'forgotten-password': ForgottenPasswordPage,
  'mailed-link': MailedLinkPage,
  'break-glass': BreakGlassPage,
  logout: SignOutPage,
};

/** The first step of the sign-up, with a form for external logins that the head script fills in. */
function PrerenderedSignUp() {
  const providers = [{ name: 'google', displayName: providerPlace }];
  const template = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ExternalForm providers={providers} action="/SignUp?handler=External" token="" />
    </I18nProvider>,
  );
  return (
    <ExternalTemplate value={template}>
      <SignUpPage />
    </ExternalTemplate>
  );
}

function signInPage() {
  const demoTemplate = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <DemoUserList users={[{ email: '', label: '' }]} onChoose={() => {}} />
    </I18nProvider>,
  );
  return <SignInPage demoTemplate={demoTemplate} />;
}

function renderBody(name: DocumentName): string {
  if (name === 'app') return renderToStaticMarkup(<AppSkeleton />);
  if (name === 'public') return renderToStaticMarkup(<PublicSkeleton />);
  const Page = name === 'login' ? null : pages[name];
  return renderToString(
    <StrictMode>
      <I18nProvider i18n={i18n}>{Page ? <Page /> : signInPage()}</I18nProvider>
    </StrictMode>,
  );
}

/** The window title until the script has started. Pages of the application set their own. */
function documentTitle(name: DocumentName): string {
  const titles: Record<WayInName | SignUpName, string> = {
    'sign-up': t`Sign up`,
    'sign-up-step': t`Sign up`,
    login: t`Sign in`,
    'second-step': t`Confirm that it is you`,
    'configure-mfa': t`Set up your second factor`,
    'forgotten-password': t`Forgotten password`,
    'mailed-link': t`Your link`,
    'break-glass': t`Break-glass sign-in`,
    logout: t`Signing out`,
  };
  return name === 'app' || name === 'public' ? '' : titles[name];
}

/** Pages whose forms also work without JavaScript. */
const scriptless: ReadonlySet<DocumentName> = new Set<DocumentName>(['login', 'second-step', 'break-glass']);

/** Renders the initial markup of a document. The build runs it; browsers never do. */
export const prerender: Prerender['prerender'] = async (name, locale) => {
  activate(locale, ...catalogs[locale]);
  const failure = (
    <LoadFailure
      title={t`The portal could not be loaded`}
      description={t`The connection was interrupted, or the portal has been updated. Reload the page to continue.`}
      reload={t`Reload page`}
    />
  );
  return {
    title: documentTitle(name),
    body: renderBody(name),
    loadFailure: renderToStaticMarkup(failure),
    noScript: scriptless.has(name)
      ? ''
      : `<p class="load-failure">${t`The portal needs JavaScript. Please turn it on in your browser and reload the page.`}</p>`,
  };
};
