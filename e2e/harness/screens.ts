import { expect, type Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { createCustomer } from './customers.ts';
import { databaseUrl, type Portal } from './portal.ts';
import { cards, PurchaseSteps } from './purchase-steps.ts';
import type { Language } from './words.ts';

/** People whose screens are looked at. `customer` has a subscription and an invoice, `newcomer` has nothing yet. */
export type Person = 'visitor' | 'customer' | 'newcomer' | 'user';

/** A view of the product as it can be seen and judged, in any theme, language and width. */
export interface Screen {
  readonly name: string;
  readonly as: Person;
  /** Brings the page there; returns when it stands still. */
  readonly open: (page: Page, language: Language) => Promise<void>;
  /** Only where the page is at least this wide, in pixels. */
  readonly from?: number;
}

const product = 'veriscan-desktop';

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
}

/** The heading is there and nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

const at = (path: string) => (page: Page) => goTo(page, path);

/** From the plans into the dialogs, as far as wanted. */
async function purchase(page: Page, language: Language, until: 'customize' | 'addons' | 'checkout' | 'confirmation') {
  const steps = new PurchaseSteps(page, language);
  await goTo(page, `/Products/${product}/Plans`);
  await steps.choose(language === 'fr' ? 'Professionnel' : 'Professional');
  if (until === 'customize') return settle(page);
  await steps.goOn();
  await expect(steps.dialog.getByRole('heading', { name: steps.say('Choose add-ons') })).toBeVisible();
  if (until === 'addons') return settle(page);
  await steps.goOn();
  await steps.fillAddress();
  await steps.fillCard(cards.good);
  if (until === 'checkout') return settle(page);
  await steps.goToConfirmation();
  await expect(steps.payButton).toBeEnabled();
}

async function openSubscription(page: Page): Promise<void> {
  const { items } = (await (await page.request.get('/api/Subscription/list')).json()) as { items: { id: number }[] };
  await goTo(page, `/Billing/Subscription/${items[0]?.id}`);
}

/** Opens what the header's nth button with a menu leads to. */
async function openHeaderMenu(page: Page, label: RegExp): Promise<void> {
  await goTo(page, '/');
  await page.getByRole('banner').getByRole('button', { name: label }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Every screen there is. The tour photographs them, the accessibility stories judge them; a new screen is a line here. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', as: 'visitor', open: at('/login') },
  { name: 'terms-visitor', as: 'visitor', open: at('/terms') },
  { name: 'home', as: 'customer', open: at('/') },
  { name: 'home-empty', as: 'newcomer', open: at('/') },
  { name: 'products', as: 'customer', open: at('/products') },
  { name: 'plans', as: 'newcomer', open: at(`/Products/${product}/Plans`) },
  { name: 'plans-subscribed', as: 'customer', open: at(`/Products/${product}/Plans`) },
  { name: 'purchase-customize', as: 'newcomer', open: (page, language) => purchase(page, language, 'customize') },
  { name: 'purchase-addons', as: 'newcomer', open: (page, language) => purchase(page, language, 'addons') },
  { name: 'purchase-checkout', as: 'newcomer', open: (page, language) => purchase(page, language, 'checkout') },
  { name: 'purchase-confirmation', as: 'newcomer', open: (page, language) => purchase(page, language, 'confirmation') },
  { name: 'product-subscription', as: 'customer', open: at(`/Products/${product}/Subscription`) },
  { name: 'billing', as: 'customer', open: at('/Billing') },
  { name: 'billing-empty', as: 'newcomer', open: at('/Billing') },
  { name: 'subscriptions', as: 'customer', open: at('/Billing/Subscriptions') },
  { name: 'subscription', as: 'customer', open: openSubscription },
  { name: 'invoices', as: 'customer', open: at('/Billing/Invoices') },
  { name: 'invoices-empty', as: 'newcomer', open: at('/Billing/Invoices') },
  { name: 'forbidden', as: 'user', open: at('/forbidden') },
  { name: 'not-found', as: 'customer', open: at('/404?redirectedFrom=%2Fno%2Fsuch%2Fpage') },
  { name: 'terms', as: 'customer', open: at('/terms') },
  { name: 'privacy', as: 'customer', open: at('/privacy') },
  { name: 'subscription-terms', as: 'customer', open: at('/terms-of-subscription') },
  { name: 'user-menu', as: 'customer', open: (page) => openHeaderMenu(page, /Casey/) },
  { name: 'products-menu', as: 'customer', open: (page) => openHeaderMenu(page, /produ/i) },
  {
    name: 'palette',
    as: 'customer',
    open: async (page) => {
      await goTo(page, '/');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    },
  },
];

export type People = Readonly<
  Record<Exclude<Person, 'visitor'>, { readonly email: string; readonly password: string }>
>;

/** Makes the people of the screens on a portal. */
export async function makePeople(portal: Portal): Promise<People> {
  const database = databaseUrl(portal.dataDir);
  const customer = await createCustomer(database);
  const newcomer = await createCustomer(database);
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  const card = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`);
  const order = await client.quote(
    product,
    `${product}-professional`,
    `${product}-professional-monthly`,
    card.stripeId,
  );
  await order.send();
  return { customer, newcomer, user: { email: 'user@acme.example', password: customer.password } };
}

/** A browser context's cookies and storage for a person, theme and language: as if chosen and signed in before. */
export async function storageFor(
  portal: Pick<Portal, 'url'>,
  person: { email: string; password: string } | undefined,
  theme: 'light' | 'dark',
  language: Language,
) {
  const url = new URL(portal.url);
  const cookie = (name: string, value: string) => ({
    name,
    value,
    domain: url.hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  });
  const client = person && (await ApiClient.signIn(portal.url, person.email, person.password));
  const session =
    client?.cookie
      .split('; ')
      .map((pair) => cookie(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))) ?? [];
  return {
    cookies: [...session, cookie('portico_locale', language)],
    origins: [{ origin: url.origin, localStorage: [{ name: 'portico_theme', value: theme }] }],
  };
}
