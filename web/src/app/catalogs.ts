import { addCatalog, type Locale } from '../lib/locale.ts';

/** The words of some pages, by the names in `lingui.config.ts`. Each loader is one function: `addCatalog` knows it again. */
const catalogs = {
  billing: (locale: Locale) => billing[locale](),
  'billing-details': (locale: Locale) => billingDetails[locale](),
  cancellations: (locale: Locale) => cancellations[locale](),
  'catalog-drafts': (locale: Locale) => catalogDrafts[locale](),
  'first-steps': (locale: Locale) => firstSteps[locale](),
  'external-providers': (locale: Locale) => externalProviders[locale](),
  invoices: (locale: Locale) => invoices[locale](),
  'leaked-tokens': (locale: Locale) => leakedTokens[locale](),
  licenses: (locale: Locale) => licenses[locale](),
  'new-users': (locale: Locale) => newUsers[locale](),
  operator: (locale: Locale) => operator[locale](),
  pay: (locale: Locale) => pay[locale](),
  payments: (locale: Locale) => payments[locale](),
  'product-dashboard': (locale: Locale) => productDashboard[locale](),
  products: (locale: Locale) => products[locale](),
  profile: (locale: Locale) => profile[locale](),
  purchase: (locale: Locale) => purchase[locale](),
  sandbox: (locale: Locale) => sandbox[locale](),
  settings: (locale: Locale) => settings[locale](),
  'sign-up-funnel': (locale: Locale) => signUpFunnel[locale](),
  subscriptions: (locale: Locale) => subscriptions[locale](),
  users: (locale: Locale) => users[locale](),
};

const billing = {
  en: () => import('../locales/billing/en.po'),
  fr: () => import('../locales/billing/fr.po'),
};

const billingDetails = {
  en: () => import('../locales/billing-details/en.po'),
  fr: () => import('../locales/billing-details/fr.po'),
};

const cancellations = {
  en: () => import('../locales/cancellations/en.po'),
  fr: () => import('../locales/cancellations/fr.po'),
};

const catalogDrafts = {
  en: () => import('../locales/catalog-drafts/en.po'),
  fr: () => import('../locales/catalog-drafts/fr.po'),
};

const firstSteps = {
  en: () => import('../locales/first-steps/en.po'),
  fr: () => import('../locales/first-steps/fr.po'),
};

const externalProviders = {
  en: () => import('../locales/external-providers/en.po'),
  fr: () => import('../locales/external-providers/fr.po'),
};

const invoices = {
  en: () => import('../locales/invoices/en.po'),
  fr: () => import('../locales/invoices/fr.po'),
};

const leakedTokens = {
  en: () => import('../locales/leaked-tokens/en.po'),
  fr: () => import('../locales/leaked-tokens/fr.po'),
};

const licenses = {
  en: () => import('../locales/licenses/en.po'),
  fr: () => import('../locales/licenses/fr.po'),
};

const newUsers = {
  en: () => import('../locales/new-users/en.po'),
  fr: () => import('../locales/new-users/fr.po'),
};

const operator = {
  en: () => import('../locales/operator/en.po'),
  fr: () => import('../locales/operator/fr.po'),
};

const pay = {
  en: () => import('../locales/pay/en.po'),
  fr: () => import('../locales/pay/fr.po'),
};

const payments = {
  en: () => import('../locales/payments/en.po'),
  fr: () => import('../locales/payments/fr.po'),
};

const productDashboard = {
  en: () => import('../locales/product-dashboard/en.po'),
  fr: () => import('../locales/product-dashboard/fr.po'),
};

const products = {
  en: () => import('../locales/products/en.po'),
  fr: () => import('../locales/products/fr.po'),
};

const profile = {
  en: () => import('../locales/profile/en.po'),
  fr: () => import('../locales/profile/fr.po'),
};

const purchase = {
  en: () => import('../locales/purchase/en.po'),
  fr: () => import('../locales/purchase/fr.po'),
};

const sandbox = {
  en: () => import('../locales/sandbox/en.po'),
  fr: () => import('../locales/sandbox/fr.po'),
};

const settings = {
  en: () => import('../locales/settings/en.po'),
  fr: () => import('../locales/settings/fr.po'),
};

const signUpFunnel = {
  en: () => import('../locales/sign-up-funnel/en.po'),
  fr: () => import('../locales/sign-up-funnel/fr.po'),
};

const subscriptions = {
  en: () => import('../locales/subscriptions/en.po'),
  fr: () => import('../locales/subscriptions/fr.po'),
};

const users = {
  en: () => import('../locales/users/en.po'),
  fr: () => import('../locales/users/fr.po'),
};

export type CatalogName = keyof typeof catalogs;

/** Loads a part of the application together with its words. */
export async function withCatalog<Module>(name: CatalogName, load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), addCatalog(catalogs[name])]);
  return module;
}
