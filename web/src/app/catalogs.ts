import { addCatalog, type Locale } from '../lib/locale.ts';

/** The words of pages that few people open, by the names in `lingui.config.ts`. Each loader is one function: `addCatalog` knows it again. */
const catalogs = {
  licenses: (locale: Locale) => licenses[locale](),
  operator: (locale: Locale) => operator[locale](),
  sandbox: (locale: Locale) => sandbox[locale](),
};

const licenses = {
  en: () => import('../locales/licenses/en.po'),
  fr: () => import('../locales/licenses/fr.po'),
};

const operator = {
  en: () => import('../locales/operator/en.po'),
  fr: () => import('../locales/operator/fr.po'),
};

const sandbox = {
  en: () => import('../locales/sandbox/en.po'),
  fr: () => import('../locales/sandbox/fr.po'),
};

/** Loads a part of the application together with its words. */
export async function withCatalog<Module>(name: keyof typeof catalogs, load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), addCatalog(catalogs[name])]);
  return module;
}
