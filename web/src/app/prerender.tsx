import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { DocumentName } from '../../build/documents.ts';
import type { Prerender } from '../../build/steps.ts';
import { DemoUserList } from '../features/session/components/demo-users.tsx';
import { SignInPage } from '../features/session/components/sign-in-page.tsx';
import { activate, type Locale } from '../lib/locale.ts';
import { messages as english } from '../locales/sign-in/en.po';
import { messages as french } from '../locales/sign-in/fr.po';
import { AppSkeleton, LoadFailure, PublicSkeleton } from './skeleton.tsx';

const catalogs: Record<Locale, typeof english> = { en: english, fr: french };

function bodyOf(name: DocumentName): string {
  if (name === 'app') return renderToStaticMarkup(<AppSkeleton />);
  if (name === 'public') return renderToStaticMarkup(<PublicSkeleton />);
  const demoTemplate = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <DemoUserList users={[{ email: '', label: '' }]} onChoose={() => {}} />
    </I18nProvider>,
  );
  return renderToString(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <SignInPage demoTemplate={demoTemplate} />
      </I18nProvider>
    </StrictMode>,
  );
}

/** Renders what a document shows before its script is there; run by the build, never in a browser. */
export const prerender: Prerender['prerender'] = async (name, locale) => {
  activate(locale, catalogs[locale]);
  const failure = (
    <LoadFailure
      title={t`The portal could not be loaded`}
      description={t`The connection was interrupted, or the portal has been updated. Reload the page to continue.`}
      reload={t`Reload page`}
    />
  );
  return {
    title: name === 'login' ? t`Sign in` : '',
    body: bodyOf(name),
    loadFailure: renderToStaticMarkup(failure),
    noScript:
      name === 'login'
        ? ''
        : `<p class="load-failure">${t`The portal needs JavaScript. Please turn it on in your browser and reload the page.`}</p>`,
  };
};
