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
  features: [],
  permissions: [],
  products: [],
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

/** What the page carries as `<script type="application/json" id="preloaded">`, read once. Without it: a visitor of the default company. */
export function preloaded(): Preloaded {
  if (!parsed) {
    const text = typeof document === 'undefined' ? null : document.getElementById('preloaded')?.textContent;
    parsed = text ? { ...nothing, ...(JSON.parse(text) as Partial<Preloaded>) } : nothing;
  }
  return parsed;
}

/** Puts other data in place of the page's own: for tests, and for the build's prerendering. */
export function replacePreloaded(data: Partial<Preloaded>): void {
  parsed = { ...nothing, ...data };
}

/** Errors and attempted values of a form that was posted without script. */
export function modelState(): Pick<Preloaded, 'modelState' | 'attemptedValues'> {
  const { modelState, attemptedValues } = preloaded();
  return { modelState, attemptedValues };
}

/** Moving between sign-in and sign-up clears what a form was told (SIGN-48): a page that the browser brings back shows no errors of before. */
export function forgetModelState(): void {
  parsed = { ...preloaded(), modelState: {}, attemptedValues: {} };
}
