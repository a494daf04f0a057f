import type { Locale } from '../../../lib/locale.ts';

/** The words of what is read where something failed or is set up: they come when it is opened. */
export const helpWords = (locale: Locale) =>
  locale === 'fr' ? import('../../../locales/provider-help/fr.po') : import('../../../locales/provider-help/en.po');
