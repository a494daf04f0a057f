import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type Request } from '@playwright/test';
import type { LiveOperation } from '@portico/contract';
import { type Language, pattern, say } from './messages.ts';
import { cards, PurchaseSteps } from './purchase-steps.ts';

/** How a screen is looked at. */
export interface View {
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  readonly width: 1400 | 390;
}

export const views: readonly View[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'fr'] as const).flatMap((language) => ([1400, 390] as const).map((width) => ({ theme, language, width }))),
);

/**
 * Who looks. `visitor`: nobody is signed in. `newcomer`: an owner who has bought nothing. `customer`: an owner with a subscription, a card and invoices.
 * `operator`: the vendor's staff.
 */
export type Viewer = 'visitor' | 'newcomer' | 'customer' | 'operator';

export interface Screen {
  readonly name: string;
  readonly as: Viewer;
  /** Set for a screen that leaves something behind in the account: it is looked at as somebody of its own. */
  readonly alters?: true;
  /** Brings the page there and waits until it is at rest. */
  open(page: Page, view: View): Promise<void>;
}

const product = { id: 'veriscan-desktop', name: 'Veriscan Desktop', plan: 'Professional' } as const;

/** Milliseconds without a request after which nothing more is being loaded. */
const quietMilliseconds = 200;
/** Whether a page has been without requests for so long. */
const quiet = new WeakMap<Page, () => boolean>();

/** Counts a page's requests from now on. Playwright's own 'networkidle' does not come any more once a page that was idle has got frames. */
function watchRequests(page: Page): () => boolean {
  const watched = quiet.get(page);
  if (watched) return watched;
  const underWay = new Set<Request>();
  let since = performance.now();
  const ended = (request: Request) => {
    underWay.delete(request);
    since = performance.now();
  };
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const isQuiet = () => underWay.size === 0 && performance.now() - since >= quietMilliseconds;
  quiet.set(page, isQuiet);
  return isQuiet;
}

/** Waits for what is being loaded: skeletons, spinners, pictures, the font. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState();
  await expect.poll(watchRequests(page), { message: 'nothing more is loaded', intervals: [50] }).toBe(true);
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

const at =
  (path: string) =>
  async (page: Page): Promise<void> => {
    watchRequests(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await atRest(page);
  };

/** The purchase up to one of its dialogs. */
const purchase =
  (step: 'customize' | 'add-ons' | 'checkout' | 'confirmation') =>
  async (page: Page, { language }: View): Promise<void> => {
    watchRequests(page);
    const steps = new PurchaseSteps(page, language);
    const plan = language === 'fr' ? 'Professionnel' : product.plan;
    await steps.openPlans(product.name);
    if (step === 'confirmation') {
      await steps.walkToPayment({ product: product.name, plan, card: cards.good });
    } else {
      await steps.choose(plan);
      if (step !== 'customize') await steps.goOn('Choose add-ons');
      if (step === 'checkout') {
        await steps.goOn('Who pays, and how');
        const savedCards = steps.dialog.getByRole('combobox', { name: steps.say('Payment card') });
        await expect(savedCards.or(page.locator('iframe')).first()).toBeVisible();
      }
    }
    await atRest(page);
  };

/** Something that is being confirmed, as the server tells of it; nothing of the account is made to wait. */
async function tellOfOperation(
  page: Page,
  operation: Pick<LiveOperation, 'kind' | 'productId' | 'status'>,
): Promise<void> {
  const id = '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11';
  const createdAt = new Date().toISOString();
  await page.route('**/api/Billing/Operations', (route) =>
    route.fulfill({ json: { items: [{ id, createdAt, ...operation }] } }),
  );
}

/** A purchase whose bank asks the cardholder. */
const waitingPurchase = { kind: 'purchase', productId: product.id, status: 'requiresAction' } as const;
/** A card that is added, made the default one, or deleted. */
const changeOfCards = { kind: 'card', productId: null, status: 'pending' } as const;

/** The license of the subscription. */
async function openLicense(page: Page): Promise<void> {
  await at('/Billing/Licenses')(page);
  await page.locator('a[href*="/Billing/Licenses/"]:visible').first().click();
  await expect(page).toHaveURL(/\/Licenses\/\d+$/);
  await atRest(page);
}

/** The list with a device, which is added where there is none. */
async function openDevices(page: Page, { language }: View): Promise<void> {
  await at('/Billing/HardwareIDs')(page);
  const device = page.locator('a[href*="/Billing/HardwareID/"]:visible').first();
  if (!(await device.isVisible())) {
    await at('/Billing/HardwareIDs?m=a')(page);
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=name]').fill('FRONT-DESK-01');
    await dialog.locator('input[name=hardwareId]').fill('7C1E9A40B2D5F6A8');
    await dialog.getByRole('button', { name: say(language, 'Add device') }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(device).toBeVisible();
  await atRest(page);
}

/** Opens a menu of the header. */
async function openMenu(page: Page, button: RegExp): Promise<void> {
  await at('/')(page);
  await page.getByRole('banner').getByRole('button', { name: button }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Every screen and every part that opens over one. A new screen is a line here: the tour takes its picture, and axe reads it. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', as: 'visitor', open: at('/login') },
  { name: 'terms-signed-out', as: 'visitor', open: at('/terms') },
  { name: 'not-found-signed-out', as: 'visitor', open: at('/404?redirectedFrom=/nowhere') },
  { name: 'home', as: 'newcomer', open: at('/') },
  { name: 'products', as: 'newcomer', open: at('/products') },
  { name: 'plans', as: 'newcomer', open: at(`/Products/${product.id}/Subscription`) },
  { name: 'plans-listed', as: 'newcomer', open: at(`/Products/${product.id}/Plans`) },
  { name: 'purchase-1-customize', as: 'newcomer', open: purchase('customize') },
  { name: 'purchase-2-add-ons', as: 'newcomer', open: purchase('add-ons') },
  { name: 'purchase-3-checkout', as: 'newcomer', open: purchase('checkout') },
  { name: 'purchase-4-confirmation', as: 'newcomer', alters: true, open: purchase('confirmation') },
  {
    name: 'purchase-free',
    as: 'newcomer',
    async open(page, { language }) {
      const steps = new PurchaseSteps(page, language);
      await at('/Products/veriscan-cloud/Subscription')(page);
      const plan = language === 'fr' ? 'Gratuit' : 'Free';
      await page.getByRole('button', { name: `${steps.say('Subscribe')} ${plan}` }).click();
      await expect(steps.dialog.getByRole('heading', { name: steps.say('Use it for free') })).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'purchase-leaving',
    as: 'newcomer',
    async open(page, view) {
      await purchase('add-ons')(page, view);
      const steps = new PurchaseSteps(page, view.language);
      await steps.dialog.getByRole('checkbox').first().click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'billing-empty', as: 'newcomer', open: at('/Billing') },
  {
    name: 'payment-waiting',
    as: 'newcomer',
    async open(page, { language }) {
      await tellOfOperation(page, waitingPurchase);
      await at('/Billing')(page);
      await expect(page.getByRole('button', { name: say(language, 'Give up'), exact: true })).toBeVisible();
    },
  },
  {
    name: 'cards-confirming-first',
    as: 'newcomer',
    async open(page, view) {
      await tellOfOperation(page, changeOfCards);
      await purchase('checkout')(page, view);
      const notice = say(view.language, 'A change of your cards is being confirmed');
      await expect(page.getByRole('dialog').getByText(notice)).toBeVisible();
      await page.getByRole('group', { name: say(view.language, 'Expiry date') }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'cards-confirming',
    as: 'customer',
    async open(page, { language }) {
      await tellOfOperation(page, changeOfCards);
      await at('/Billing')(page);
      const notice = page.getByText(say(language, 'A change of your cards is being confirmed'));
      await expect(notice).toBeVisible();
      await notice.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'payment-abandoning',
    as: 'newcomer',
    async open(page, { language }) {
      await tellOfOperation(page, waitingPurchase);
      await at(`/Products/${product.id}/Plans`)(page);
      await page.getByRole('button', { name: say(language, 'Give up'), exact: true }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'subscriptions-empty', as: 'newcomer', open: at('/Billing/Subscriptions') },
  { name: 'invoices-empty', as: 'newcomer', open: at('/Billing/Invoices') },
  { name: 'orders-empty', as: 'newcomer', open: at('/Billing/Orders') },
  { name: 'home-subscribed', as: 'customer', open: at('/') },
  { name: 'plans-subscribed', as: 'customer', open: at(`/Products/${product.id}/Subscription`) },
  { name: 'billing', as: 'customer', open: at('/Billing') },
  { name: 'subscriptions', as: 'customer', open: at('/Billing/Subscriptions') },
  {
    name: 'subscription',
    as: 'customer',
    async open(page, { language }) {
      await at('/Billing/Subscriptions')(page);
      await page.locator('a[href*="/Billing/Subscription/"]:visible').first().click();
      await expect(page).toHaveURL(/\/Billing\/Subscription\/\d+$/);
      await expect(page.getByRole('table', { name: say(language, 'Invoices') })).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'subscription-change',
    as: 'customer',
    async open(page) {
      await at('/Billing/Subscriptions')(page);
      const link = await page.locator('a[href*="/Billing/Subscription/"]:visible').first().getAttribute('href');
      await at(`/Products/${product.id}/Subscription/${link?.split('/').at(-1)}/Purchase`)(page);
    },
  },
  { name: 'invoices', as: 'customer', open: at('/Billing/Invoices') },
  { name: 'orders', as: 'customer', open: at('/Billing/Orders') },
  {
    name: 'order',
    as: 'customer',
    async open(page) {
      await at('/Billing/Orders')(page);
      await page.locator('a[href*="/Billing/Orders/"]:visible').first().click();
      await expect(page).toHaveURL(/\/Billing\/Orders\/\d+$/);
      await atRest(page);
    },
  },
  { name: 'licenses-empty', as: 'newcomer', open: at('/Billing/Licenses') },
  { name: 'licenses', as: 'customer', open: at('/Billing/Licenses') },
  { name: 'license', as: 'customer', open: openLicense },
  {
    name: 'license-add-device',
    as: 'customer',
    async open(page, view) {
      await openLicense(page);
      await page
        .getByRole('button', { name: say(view.language, 'Add device') })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'license-history',
    as: 'customer',
    async open(page, { language, width }) {
      await openLicense(page);
      if (width === 390) await page.getByRole('button', { name: say(language, 'Filters') }).click();
      await page.getByRole('button', { name: say(language, 'History') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'devices-empty', as: 'newcomer', open: at('/Billing/HardwareIDs') },
  {
    name: 'devices-add',
    as: 'customer',
    async open(page) {
      await at('/Billing/HardwareIDs?m=a')(page);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page).toHaveURL(/HardwareIDs$/);
      await atRest(page);
    },
  },
  { name: 'devices', as: 'customer', alters: true, open: openDevices },
  {
    name: 'device',
    as: 'customer',
    alters: true,
    async open(page, view) {
      await openDevices(page, view);
      await page.locator('a[href*="/Billing/HardwareID/"]:visible').first().click();
      await expect(page).toHaveURL(/\/HardwareID\/\d+$/);
      await atRest(page);
    },
  },
  {
    name: 'device-release',
    as: 'customer',
    alters: true,
    async open(page, view) {
      await openDevices(page, view);
      await page.locator('a[href*="/Billing/HardwareID/"]:visible').first().click();
      const words = say(view.language, 'Release or replace');
      await page.getByRole('button', { name: words }).click();
      await expect(page.getByRole('region', { name: words })).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'users', as: 'customer', open: at('/Account/Settings/Users') },
  { name: 'users-none', as: 'customer', open: at('/Account/Settings/Users?textFilter=nobody+at+all') },
  {
    name: 'user',
    as: 'customer',
    async open(page) {
      await at('/Account/Settings/Users')(page);
      await page.locator('a[href*="/Account/Settings/Users/"]:visible').first().click();
      await expect(page).toHaveURL(/\/User\/\d+$/);
      await atRest(page);
    },
  },
  { name: 'terms', as: 'customer', open: at('/terms') },
  { name: 'privacy', as: 'customer', open: at('/privacy') },
  { name: 'terms-of-subscription', as: 'customer', open: at('/terms-of-subscription') },
  { name: 'not-found', as: 'customer', open: at('/404?redirectedFrom=/nowhere') },
  { name: 'forbidden', as: 'customer', open: at('/forbidden') },
  {
    name: 'add-card',
    as: 'customer',
    async open(page, { language }) {
      await at('/Billing')(page);
      await page
        .getByRole('button', { name: new PurchaseSteps(page, language).say('Add a card') })
        .first()
        .click();
      await expect(page.getByRole('dialog').locator('iframe').first()).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'command-palette',
    as: 'customer',
    async open(page) {
      await at('/')(page);
      await page.keyboard.press('Control+K');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
    },
  },
  {
    name: 'user-menu',
    as: 'customer',
    open: (page, { language }) => openMenu(page, pattern(language, 'User menu: {name}')),
  },
  {
    name: 'products-menu',
    as: 'customer',
    open: (page, { language }) => openMenu(page, pattern(language, 'Products switcher')),
  },
  {
    name: 'menu',
    as: 'customer',
    async open(page, { width }) {
      await at('/')(page);
      if (width >= 600) return;
      await page.locator('header button').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'sandbox-clocks',
    as: 'operator',
    async open(page, { language }) {
      await at('/dev/stripe')(page);
      const advance = page.getByRole('button', { name: say(language, 'Advance a month') }).first();
      const customers = page.getByRole('combobox', { name: say(language, 'Customers in real time') });
      await expect(advance.or(customers).first()).toBeVisible();
      if (!(await advance.isVisible())) {
        await customers.selectOption({ index: 1 });
        await page.getByRole('button', { name: say(language, 'Put on a clock') }).click();
      }
      await expect(advance).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'sandbox-events', as: 'operator', open: at('/dev/stripe?panel=events') },
  { name: 'sandbox-no-event', as: 'operator', open: at('/dev/stripe?panel=events&about=cus_none') },
  { name: 'sandbox-objects', as: 'operator', open: at('/dev/stripe?panel=objects') },
  {
    name: 'sandbox-object',
    as: 'operator',
    async open(page) {
      await at('/dev/stripe?panel=objects')(page);
      await page.getByRole('main').getByRole('link', { name: /^cus_/ }).first().click();
      await expect(page.getByRole('dialog').getByText('"object": "customer"')).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'sandbox-faults', as: 'operator', open: at('/dev/stripe?panel=faults') },
  { name: 'mirror', as: 'operator', open: at('/Billing/Stripe') },
  { name: 'manual-orders', as: 'operator', open: at('/Operator/Orders') },
  { name: 'operator-licenses', as: 'operator', open: at('/Operator/Licenses') },
  { name: 'messages', as: 'operator', open: at('/Operator/Messages') },
  { name: 'outbox', as: 'operator', open: at('/dev/outbox') },
  { name: 'manual-order-new', as: 'operator', open: at('/Operator/Orders/New') },
  {
    name: 'sandbox-banner',
    as: 'operator',
    async open(page, { language }) {
      // As a production without keys of Stripe tells its operators.
      await page.route(
        (url) => url.pathname === '/',
        async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace('"isOnSandbox":false', '"isOnSandbox":true');
          await route.fulfill({ response, body });
        },
      );
      await at('/')(page);
      await expect(page.getByRole('region', { name: say(language, 'Payments go to the sandbox') })).toBeVisible();
    },
  },
];

/** Everything that axe finds wrong with a page; it must be nothing (UI-18). */
export async function axeFindings(page: Page): Promise<string[]> {
  // The other mode puts together what each frame says, in a page of its own, and takes twice as long.
  const hasFrames = page.frames().length > 1;
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(!hasFrames).analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(', ')})`,
  );
}
