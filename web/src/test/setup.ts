import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { provideOperatorParts } from '../app/operators/parts.ts';
import { cardReplacementRequest } from '../lib/card-replacement-request.ts';
import { confirmationRequest } from '../lib/confirmation.ts';
import { connection, stopAsking } from '../lib/connection.ts';
import { activate } from '../lib/locale.ts';
import { toastsAreWanted } from '../lib/notify.tsx';
import { paymentRequest } from '../lib/payment-request.ts';
import { replacePreloaded } from '../lib/preloaded.ts';
import { messages as app } from '../locales/app/en.po';
import { messages as invoices } from '../locales/invoices/en.po';
import { messages as licenses } from '../locales/licenses/en.po';
import { messages as operator } from '../locales/operator/en.po';
import { messages as products } from '../locales/products/en.po';
import { messages as profile } from '../locales/profile/en.po';
import { messages as purchase } from '../locales/purchase/en.po';
import { messages as sandbox } from '../locales/sandbox/en.po';
import { messages as signIn } from '../locales/sign-in/en.po';
import { messages as subscriptions } from '../locales/subscriptions/en.po';

// Long, for busy machines; a passing test never waits this long.
configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  document.title = '';
  toastsAreWanted.set(false);
  replacePreloaded({});
  provideOperatorParts(undefined);
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as in storage.ts
  for (const name of ['portico_locale', 'portico_theme']) document.cookie = `${name}=; Path=/; Max-Age=0`;
  activate('en', app, invoices, licenses, operator, profile, products, purchase, sandbox, signIn, subscriptions);
});

afterEach(() => {
  cleanup();
  stopAsking();
  connection.set('connected');
  // A payment request left pending would open its dialog in the next test.
  paymentRequest.set(null);
  cardReplacementRequest.set(null);
  confirmationRequest.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
