import { i18n, type Messages } from '@lingui/core';
import type { Locale } from '@portico/contract';
import { writePreference } from './storage.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

export type { Locale };

/** The locales of `Intl`: French is Canadian (UI-3). */
export const intlLocales: Record<Locale, string> = { en: 'en-US', fr: 'fr-CA' };

export const localeNames: Record<Locale, string> = { en: 'English', fr: 'Français' };

/** The server reads this cookie to answer in the same language. */
const localeCookie = 'portico_locale';

type CatalogLoader = (locale: Locale) => Promise<{ messages: Messages }>;

const localeStore = createStore<Locale>('en');
/** The catalogs in use by name; a switch of the language loads all of them. */
const loaders = new Map<string, CatalogLoader>();
let wanted: Locale = 'en';

export function currentLocale(): Locale {
  return localeStore.get();
}

export function useLocale(): Locale {
  return useStore(localeStore);
}

/** Loads the first catalog of the page. `loader` is used again when the language is switched. */
export async function startLocale(locale: Locale, loader: CatalogLoader): Promise<void> {
  wanted = locale;
  loaders.set('document', loader);
  const { messages } = await loader(locale);
  activate(locale, messages);
}

/** Loads a further catalog in the current language, and in each language that is switched to later. */
export async function addCatalog(name: string, loader: CatalogLoader): Promise<void> {
  loaders.set(name, loader);
  // The language may be switched while the catalog is loading.
  for (let locale: Locale | undefined; locale !== wanted; ) {
    locale = wanted;
    i18n.load(locale, (await loader(locale)).messages);
  }
}

/** Switches texts, dates and numbers without a reload, so that no input is lost, and sets the cookie for the server. */
export async function switchLocale(locale: Locale): Promise<void> {
  if (loaders.size === 0) throw new Error('startLocale has not run');
  const catalogs = await Promise.all([...loaders.values()].map((load) => load(locale)));
  writePreference(localeCookie, locale);
  wanted = locale;
  activate(locale, ...catalogs.map(({ messages }) => messages));
  document.documentElement.lang = locale;
}

/** Activates a language whose catalogs are already loaded. Also for tests and prerendering. */
export function activate(locale: Locale, ...catalogs: Messages[]): void {
  for (const messages of catalogs) i18n.load(locale, messages);
  i18n.activate(locale, intlLocales[locale]);
  localeStore.set(locale);
}
