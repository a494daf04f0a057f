import { brandTokens, type Theme } from '@portico/contract/browser';
import { preloaded } from './preloaded.ts';
import { readPreference, readStored, writePreference, writeStored } from './storage.ts';
import { createStore } from './store.ts';

export const themeKey = 'portico_theme';

const darkIsPreferred = '(prefers-color-scheme: dark)';

/** The chosen theme; null to follow the system. */
function chosenTheme(): Theme | null {
  const stored = readPreference(themeKey) ?? readStored(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

/** The theme to show: the chosen one, otherwise the system's (WEB-13). */
export function resolveTheme(): Theme {
  return chosenTheme() ?? (matchMedia(darkIsPreferred).matches ? 'dark' : 'light');
}

export const themeStore = createStore<Theme>('light');

/** Applies theme and brand to the root element (BRAND-4). */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  const { accentLight, accentDark } = preloaded().company;
  root.dataset.theme = theme;
  for (const [token, value] of Object.entries(brandTokens(theme === 'dark' ? accentDark : accentLight, theme))) {
    root.style.setProperty(token, value);
  }
  themeStore.set(theme);
}

export function switchTheme(theme: Theme): void {
  writePreference(themeKey, theme);
  // Other tabs notice this.
  writeStored(themeKey, theme);
  applyTheme(theme);
}

/**
 * Follows the system until a theme is chosen, and follows choices in other tabs. Returns a function that
 * unsubscribes.
 */
export function watchTheme(): () => void {
  themeStore.set(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
  const query = matchMedia(darkIsPreferred);
  const follow = () => applyTheme(resolveTheme());
  const followStorage = (event: StorageEvent) => {
    if (event.key === themeKey) follow();
  };
  query.addEventListener('change', follow);
  addEventListener('storage', followStorage);
  return () => {
    query.removeEventListener('change', follow);
    removeEventListener('storage', followStorage);
  };
}
