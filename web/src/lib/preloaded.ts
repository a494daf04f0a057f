import type { Preloaded } from '@portico/contract';

const nothing: Preloaded = {
  company: {
    id: 1,
    name: 'Portico',
    slug: 'portico',
    logoLight: null,
    logoDark: null,
    accentLight: null,
    accentDark: null,
  },
  user: null,
  country: null,
  features: [],
  permissions: [],
  products: [],
  unpaidInvoices: 0,
  actingAs: null,
  actingEnded: null,
  signingOut: null,
  signUp: null,
  modelState: {},
  attemptedValues: {},
  offerPasskey: false,
  hasFirstSteps: false,
  mustConfigureMfa: false,
  externalProviders: [],
  captchaKey: null,
  stripe: { publishableKey: '', scriptUrl: '' },
  links: { knowledgeBase: '', contact: '' },
  demo: null,
  historyPercent: null,
  hasSandboxPage: false,
  hasOutbox: false,
  isOnSandbox: false,
  locale: 'en',
  version: '1.2506.5.4',
  sessionMarkerCookie: '',
  antiForgeryToken: '',
};

let parsed: Preloaded | undefined;

/**
 * The data in `<script type="application/json" id="preloaded">`, read once. Without it, the user is a visitor of the
 * default brand.
 */
export function preloaded(): Preloaded {
  if (!parsed) {
    const text = typeof document === 'undefined' ? null : document.getElementById('preloaded')?.textContent;
    parsed = text ? { ...nothing, ...(JSON.parse(text) as Partial<Preloaded>) } : nothing;
  }
  return parsed;
}

/** Replaces the page's data, for tests and for prerendering. */
export function replacePreloaded(data: Partial<Preloaded>): void {
  parsed = { ...nothing, ...data };
}

/** Errors and submitted values of a form that was posted without JavaScript. */
export function modelState(): Pick<Preloaded, 'modelState' | 'attemptedValues'> {
  const { modelState, attemptedValues } = preloaded();
  return { modelState, attemptedValues };
}

/**
 * Clears form errors when the user moves between sign-in and sign-up (SIGN-48), so that the browser's Back shows no
 * old errors.
 */
export function forgetModelState(): void {
  parsed = { ...preloaded(), modelState: {}, attemptedValues: {} };
}
