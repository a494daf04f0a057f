import type { Messages } from '@lingui/core';
import { activate, type Locale } from '../lib/locale.ts';

const catalogs = import.meta.glob<{ messages: Messages }>('../locales/*/*.po', { eager: true });

/** Activates every message catalog of a language. */
export function activateAll(locale: Locale): void {
  const paths = Object.keys(catalogs).filter((path) => path.endsWith(`/${locale}.po`));
  activate(locale, ...paths.map((path) => catalogs[path]?.messages ?? {}));
}
