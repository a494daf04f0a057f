import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumFlags, provideChromium } from '../../e2e/harness/chromium.ts';
import { waitForHistory } from '../../e2e/harness/portal.ts';
import { type Screen, screens, type View } from '../../e2e/harness/screens.ts';
import { signIn } from '../../e2e/harness/sign-in.ts';
import { prepareInstallation, startPortal } from './processes.ts';
import type { Row } from './row.ts';

const view: View = { theme: 'light', language: 'en', width: 1400 };
/** The factor by which the processor is slowed down (WEB-15). */
const slowdown = 4;
const people = { customer: 'owner@acme.example', operator: 'operator@portico.example' } as const;
const viewers = Object.keys(people) as (keyof typeof people)[];

/** What was measured on a screen. */
interface Seen {
  readonly name: string;
  /** Milliseconds from the slowest interaction to its next paint. */
  readonly interaction: number;
  readonly layoutShift: number;
}

/** Measures interactions and layout shifts on a slow processor, on all screens of the tour that need no preparation. */
export async function measureScreens(folder: string): Promise<Row[]> {
  const installation = await prepareInstallation(folder, 'screens', { DEMO_HISTORY: 'on' });
  const portal = await startPortal(installation);
  const browser = await chromium.launch({ executablePath: provideChromium('whole'), args: chromiumFlags });
  const seen: Seen[] = [];
  try {
    await waitForHistory({ log: () => readFileSync(join(installation.folder, 'portal.log'), 'utf8') });
    for (const viewer of viewers) {
      const context = await browser.newContext({ baseURL: portal.url, viewport: { width: view.width, height: 900 } });
      await context.addInitScript(`(${observe})()`);
      const page = await context.newPage();
      await signIn(page, people[viewer]);
      await page.close();
      for (const screen of screens.filter(({ as, alters }) => as === viewer && !alters))
        seen.push(await visit(context, screen));
      await context.close();
    }
    const requests = Object.fromEntries(
      await Promise.all(
        (['/', '/Billing', '/Products/veriscan-desktop/Subscription'] as const).map(
          async (path) => [path, await countRequests(browser, portal.url, path)] as const,
        ),
      ),
    );
    return rowsOf(seen, requests);
  } finally {
    await browser.close();
    await portal.stop();
  }
}

function rowsOf(seen: readonly Seen[], requests: Readonly<Record<string, number>>): Row[] {
  const worst = (key: 'interaction' | 'layoutShift') => seen.toSorted((a, b) => b[key] - a[key])[0];
  const [slowest, shifted] = [worst('interaction'), worst('layoutShift')];
  if (!slowest || !shifted) throw new Error('no screen was measured');
  return [
    {
      figure: `interaction to next paint, slowest of ${seen.length} screens (${slowest.name})`,
      ours: slowest.interaction,
      unit: 'ms',
      aim: { atMost: 100 },
    },
    {
      figure: 'screens with interactions over 100 ms',
      ours: seen.filter(({ interaction }) => interaction > 100).length,
      unit: '',
      aim: { atMost: 0 },
    },
    {
      figure: `layout shift, largest (${shifted.name})`,
      ours: shifted.layoutShift,
      unit: '',
      aim: { below: 0.05 },
    },
    ...Object.entries(requests).map(
      ([path, count]): Row => ({
        figure: `requests of a first visit to ${path}`,
        ours: count,
        unit: '',
        aim: { atMost: 25 },
      }),
    ),
  ];
}

/** Collects layout shifts and interactions of a page. Runs in the browser. */
const observe = `() => {
  const seen = { shift: 0, interaction: 0 };
  window.seenByBench = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) seen.interaction = Math.max(seen.interaction, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}`;

async function visit(context: BrowserContext, screen: Screen): Promise<Seen> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await screen.open(page, view);
    const { shift } = await read(page);
    await interact(page);
    const { interaction } = await read(page);
    return { name: screen.name, interaction, layoutShift: shift };
  } finally {
    await page.close();
  }
}

const read = (page: Page) => page.evaluate('window.seenByBench') as Promise<{ shift: number; interaction: number }>;

/** Types into the first field, opens the first menu or tab, and the user's menu. */
async function interact(page: Page): Promise<void> {
  const field = page.locator('main input[type=text]:visible, main input[type=search]:visible').first();
  if (await field.isEditable({ timeout: 100 }).catch(() => false)) await field.press('a');
  const opener = page.locator('main [aria-haspopup]:visible:enabled, main [role=tab]:visible:enabled').first();
  if ((await opener.count()) > 0) await opener.click({ timeout: 5_000 }).catch(() => {});
  await page.keyboard.press('Escape');
  // The browser reports the events with a delay.
  await page.waitForTimeout(500);
}

/** Files and calls of a visit with an empty cache, without the document. */
async function countRequests(browser: Browser, origin: string, path: string): Promise<number> {
  const known = await browser.newContext({ baseURL: origin });
  const page = await known.newPage();
  await signIn(page, people.customer);
  const context = await browser.newContext({ baseURL: origin, storageState: await known.storageState() });
  const first = await context.newPage();
  let count = 0;
  first.on('request', (request) => {
    if (!request.isNavigationRequest() && !request.url().startsWith('data:')) count += 1;
  });
  await first.goto(path, { waitUntil: 'networkidle' });
  await Promise.all([known.close(), context.close()]);
  return count;
}
