import { i18n, type Messages } from '@lingui/core';
import type { Locale } from '@portico/contract';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

export type { Locale };

export const localeNames: Record<Locale, string> = { en: 'English', fr: 'Français' };

/** The server reads this cookie to render and word its answers in the same language. Kept for a year. */
const localeCookie = 'portico_locale';

type CatalogLoader = (locale: Locale) => Promise<{ messages: Messages }>;

const localeStore = createStore<Locale>('en');
let loadCatalog: CatalogLoader | undefined;

export function currentLocale(): Locale {
  return localeStore.get();
}

export function useLocale(): Locale {
  return useStore(localeStore);
}

/** Loads the catalogue of the page's first language. `loader` stays in use for later switches. */
export async function startLocale(locale: Locale, loader: CatalogLoader): Promise<void> {
  loadCatalog = loader;
  const { messages } = await loader(locale);
  activate(locale, messages);
}

/** Switches words, dates and numbers without a reload, so nothing typed is lost, and tells the server by cookie. */
export async function switchLocale(locale: Locale): Promise<void> {
  if (!loadCatalog) throw new Error('startLocale has not run');
  const { messages } = await loadCatalog(locale);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  activate(locale, messages);
  document.documentElement.lang = locale;
}

/** Also for tests and prerendering, where the catalogue is at hand. */
export function activate(locale: Locale, messages: Messages): void {
  i18n.loadAndActivate({ locale, messages });
  localeStore.set(locale);
}
