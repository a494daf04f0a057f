import { addCatalog } from '../lib/locale.ts';

const catalogs = {
  licenses: {
    en: () => import('../locales/licenses/en.po'),
    fr: () => import('../locales/licenses/fr.po'),
  },
  operator: {
    en: () => import('../locales/operator/en.po'),
    fr: () => import('../locales/operator/fr.po'),
  },
};

/** The words of pages that few people open, by the names in `lingui.config.ts`. */
export type LazyCatalog = keyof typeof catalogs;

const loaderOf = (name: LazyCatalog) => (locale: keyof (typeof catalogs)[LazyCatalog]) => catalogs[name][locale]();
const loaders = { licenses: loaderOf('licenses'), operator: loaderOf('operator') };

/** Loads a part of the application together with its words. */
export async function withCatalogs<Module>(load: () => Promise<Module>, ...names: LazyCatalog[]): Promise<Module> {
  const [module] = await Promise.all([load(), ...names.map((name) => addCatalog(loaders[name]))]);
  return module;
}
