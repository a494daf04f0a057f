import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumFlags, provideChromium } from '../e2e/harness/chromium.ts';
import { createCustomer } from '../e2e/harness/customers.ts';
import { databaseUrl, type Portal, startPortal, waitForHistory, withHistory } from '../e2e/harness/portal.ts';
import { PurchaseSteps } from '../e2e/harness/purchase-steps.ts';
import { axeFindings, type Screen, screens, type View, type Viewer, views } from '../e2e/harness/screens.ts';
import { signIn } from '../e2e/harness/sign-in.ts';
import { createProtected, createUnprotected } from '../e2e/harness/users.ts';
import { run } from './test/run.ts';

/**
 * `npm run tour`: takes a screenshot of every screen in both themes, both languages, at 1400 and 390 pixels, into
 * `tour/`. Fails on console errors, on axe's findings and on horizontal overflow. `--width 820` sets another width; 700
 * equals 200 % zoom at 1400.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    width: { type: 'string' },
    theme: { type: 'string' },
    language: { type: 'string' },
  },
});

const folder = join(import.meta.dirname, '../tour');
const demonstrationPeople = { customer: 'owner@acme.example', operator: 'operator@portico.example' } as const;
const newPeople = {
  halfway: createProtected,
  unprotected: createUnprotected,
  newcomer: (portal: Portal) => createCustomer(databaseUrl(portal.dataDir)),
};
const wantedScreens = screens.filter(
  ({ name }) => options.only.length === 0 || options.only.some((part) => name.includes(part)),
);
const width = options.width && Number.parseInt(options.width, 10);
const allViews = width ? views.filter((view) => view.width === 1400).map((view) => ({ ...view, width })) : views;
const wantedViews = allViews.filter(
  (view) =>
    (!options.theme || view.theme === options.theme) && (!options.language || view.language === options.language),
);
const complaints: string[] = [];

const built = await run([process.execPath, 'scripts/build.ts', '--if-stale']);
if (built.code !== 0) {
  console.error(built.output);
  process.exit(1);
}
const browser = await chromium.launch({ executablePath: provideChromium('whole'), args: [...chromiumFlags] });
const portal = await startPortal({ settings: withHistory });
try {
  await rm(folder, { recursive: true, force: true });
  await waitForHistory(portal);
  await buySomething(browser, portal.url);
  const queue = [...wantedViews];
  const work = async () => {
    for (let view = queue.shift(); view; view = queue.shift()) await tourIn(browser, portal, view);
  };
  await Promise.all([work(), work()]);
} finally {
  await browser.close();
  await portal.remove();
}
await writeFile(join(folder, 'complaints.txt'), complaints.join('\n'));
console.log(`${wantedScreens.length * wantedViews.length} pictures in ${folder}`);
for (const complaint of complaints) console.error(complaint);
console.log(
  complaints.length === 0
    ? 'No console errors, nothing found by axe. Look at them.'
    : `${complaints.length} complaints`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;

/** Creates a subscription, a card and an invoice for the customer's screens. */
async function buySomething(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await signIn(page, demonstrationPeople.customer);
  const steps = new PurchaseSteps(page);
  await steps.walkToPayment({ product: 'Veriscan Desktop', plan: 'Professional' });
  await steps.payButton.click();
  await steps.expectSuccess('Veriscan Desktop');
  await context.close();
}

/** All screens in one view, each in a fresh page. */
async function tourIn(browser: Browser, portal: Portal, view: View): Promise<void> {
  const label = `${view.width}-${view.theme}-${view.language}`;
  await mkdir(join(folder, label), { recursive: true });
  const contexts = new Map<string, BrowserContext>();
  for (const screen of wantedScreens) {
    const key = screen.alters ? screen.name : screen.as;
    const context = contexts.get(key) ?? (await enter(browser, portal, view, screen.as));
    contexts.set(key, context);
    const page = await context.newPage();
    watch(page, `${screen.name} ${label}`);
    try {
      await takeScreenshot(page, screen, view, label);
    } catch (error) {
      complaints.push(`${screen.name} ${label}: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`);
      await page.screenshot({ path: join(folder, label, `${screen.name}-failed.png`) }).catch(() => {});
    }
    await page.close();
  }
  for (const context of contexts.values()) await context.close();
  console.log(`${label}: done`);
}

async function takeScreenshot(page: Page, screen: Screen, view: View, label: string): Promise<void> {
  await screen.open(page, view);
  await page.screenshot({ path: join(folder, label, `${screen.name}.png`) });
  const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  if (Number(excess) > 0) complaints.push(`${screen.name} ${label}: ${excess} pixels wider than the window`);
  for (const finding of await axeFindings(page)) complaints.push(`${screen.name} ${label}: axe ${finding}`);
}

function watch(page: Page, where: string): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${where}: console ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${where}: uncaught ${error.message}`));
}

/** A signed-in browser with the view's theme and language. */
async function enter(browser: Browser, portal: Portal, view: View, viewer: Viewer): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: view.width, height: view.width < 600 ? 844 : 900 },
    locale: view.language === 'fr' ? 'fr-CA' : 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    hasTouch: view.width < 600,
  });
  await context.addCookies([{ name: 'portico_locale', value: view.language, url: portal.url }]);
  await context.addInitScript(`localStorage.setItem('portico_theme', '${view.theme}')`);
  if (viewer !== 'visitor') {
    const page = await context.newPage();
    if (viewer === 'customer' || viewer === 'operator') {
      await signIn(page, demonstrationPeople[viewer]);
    } else {
      // Each view has its own users, so that views do not affect each other.
      const { email, password } = await newPeople[viewer](portal);
      await signIn(page, email, password);
    }
    await page.close();
  }
  return context;
}
