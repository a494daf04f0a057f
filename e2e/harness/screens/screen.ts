import { expect, type Page, type Request } from '@playwright/test';
import type { Language } from '../messages.ts';

/** The theme, language and size in which a screen is shown. */
export interface View {
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  /** Pixels. */
  readonly width: number;
}

export const views: readonly View[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'fr'] as const).flatMap((language) => [1400, 390].map((width) => ({ theme, language, width }))),
);

/**
 * The viewer. `visitor`: not signed in. `newcomer`: an owner without purchases. `customer`: an owner with a subscription, a card and invoices.
 * `operator`: the vendor's staff. `halfway`: before the second factor. `unprotected`: before setting up a required second factor.
 */
export type Viewer = 'visitor' | 'halfway' | 'unprotected' | 'newcomer' | 'customer' | 'operator';

export interface Screen {
  readonly name: string;
  readonly as: Viewer;
  /** Set if the screen changes the account, so it gets a viewer of its own. */
  readonly alters?: true;
  /** Opens the screen and waits until it has loaded. */
  open(page: Page, view: View): Promise<void>;
}

/** Milliseconds without a request after which a page counts as loaded. */
const quietMilliseconds = 200;
/** Whether a page has had no requests for that time. */
const quiet = new WeakMap<Page, () => boolean>();

/** Counts a page's requests from now on. Playwright's 'networkidle' no longer occurs after an idle page gets frames. */
export function watchRequests(page: Page): () => boolean {
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

/** Waits for everything that loads: skeletons, spinners, pictures, the font. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState();
  await expect.poll(watchRequests(page), { message: 'nothing more is loaded', intervals: [50] }).toBe(true);
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  // Placeholders of code that loads later.
  await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** Opens an address and waits until the page has loaded. */
export const openPage =
  (path: string) =>
  async (page: Page): Promise<void> => {
    watchRequests(page);
    await page.goto(path);
    // Found by element, because an open dialog hides the rest of the page from roles.
    await expect(page.locator('h1').first()).toBeVisible();
    await waitForRest(page);
  };

/** The product that the screens show. */
export const product = { id: 'veriscan-desktop', name: 'Veriscan Desktop', plan: 'Professional' } as const;
