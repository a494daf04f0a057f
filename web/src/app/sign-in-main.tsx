import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type ComponentType, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { SignUpName, WayInName } from '../../build/documents.ts';
import { wantedReturnUrl } from '../identity/session/api/return-url.ts';
import { SignInPage } from '../identity/session/components/sign-in-page.tsx';
import { startLocale } from '../lib/locale.ts';
import { preloaded } from '../lib/preloaded.ts';
import { safeReturnUrl, watchForSignIn } from '../lib/session.ts';
import { StartedPage } from '../lib/started-page.tsx';
import { watchTheme } from '../lib/theme.ts';

const signIn = {
  en: () => import('../locales/sign-in/en.po'),
  fr: () => import('../locales/sign-in/fr.po'),
};

const signUp = {
  en: () => import('../locales/sign-up/en.po'),
  fr: () => import('../locales/sign-up/fr.po'),
};

const signUpPage = async () => (await import('../onboarding/pages/sign-up/sign-up-page.tsx')).SignUpPage;

/**
 * The page of each document. The sign-in page is bundled here; the others are loaded later. The document names its
 * page, because a form posted without JavaScript is answered with another page at the same address.
 */
const pages: Record<WayInName | SignUpName, () => Promise<ComponentType>> = {
  'sign-up': signUpPage,
  'sign-up-step': signUpPage,
  login: async () => SignInPage,
  'second-step': async () => (await import('../identity/session/second-step/second-step-page.tsx')).SecondStepPage,
  'configure-mfa': async () =>
    (await import('../identity/pages/configure-mfa/configure-mfa-page.tsx')).ConfigureMfaPage,
  'forgotten-password': async () =>
    (await import('../identity/session/links/forgotten-password-page.tsx')).ForgottenPasswordPage,
  'mailed-link': async () => (await import('../identity/session/links/mailed-link-page.tsx')).MailedLinkPage,
  'break-glass': async () => (await import('../identity/session/single-sign-on/break-glass-page.tsx')).BreakGlassPage,
  logout: async () => (await import('../identity/session/sign-out/sign-out-page.tsx')).SignOutPage,
};

/**
 * Pages that continue when the user signs in in another tab. Pages of mailed links and of the setup, which shows
 * recovery codes, do not.
 */
const stepsOfSignIn: ReadonlySet<string> = new Set<WayInName>(['login', 'second-step']);

/** Whether the document contains the page itself. Later steps of the sign-up start with an outline. */
const showsItsPage = (name: WayInName | SignUpName) =>
  name !== 'sign-up-step' && !(name === 'sign-up' && !isPlainSignUp());

/** Whether the first step contains only prerendered content. */
function isPlainSignUp(): boolean {
  const { signUp: page, modelState } = preloaded();
  const isPlain = Object.keys(modelState).length === 0 && !page?.problem && !page?.external;
  return isPlain && !new URLSearchParams(location.search).has('storageKey');
}

async function start(root: HTMLElement): Promise<void> {
  const name = (root.dataset.page ?? 'login') as WayInName | SignUpName;
  const catalogs = name.startsWith('sign-up') ? signUp : signIn;
  const [Page] = await Promise.all([pages[name](), startLocale(preloaded().locale, (locale) => catalogs[locale]())]);
  const page = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <StartedPage>
          <Page />
        </StartedPage>
      </I18nProvider>
    </StrictMode>
  );
  // The development server sends no prerendered markup.
  if (root.childElementCount > 0 && showsItsPage(name)) hydrateRoot(root, page);
  else createRoot(root).render(page);
  watchTheme();
  if (stepsOfSignIn.has(name)) watchForSignIn(() => location.replace(safeReturnUrl(wantedReturnUrl())));
}

const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');
// Not awaited, because late parts import shared code from this module, which must have finished by then.
start(root).catch((error: unknown) => {
  const failure = document.getElementById('load-failure');
  if (failure) failure.hidden = false;
  throw error;
});
