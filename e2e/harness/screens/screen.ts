import { expect, type Page, type Request } from '@playwright/test';
import type { Language } from '../messages.ts';

/** How a screen is looked at. */
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
 * Who looks. `visitor`: nobody is signed in. `newcomer`: an owner who has bought nothing. `customer`: an owner with a subscription, a card and invoices.
 * `operator`: the vendor's staff. `halfway`: somebody who has given the password and not the second factor. `unprotected`: somebody whose account demands a
 * second factor that is not set up.
 */
export type Viewer = 'visitor' | 'halfway' | 'unprotected' | 'newcomer' | 'customer' | 'operator';

export interface Screen {
  readonly name: string;
  readonly as: Viewer;
  /** Set for a screen that leaves something behind in the account: it is looked at as somebody of its own. */
  readonly alters?: true;
  /** Brings the page there and waits until it is at rest. */
  open(page: Page, view: View): Promise<void>;
}

/** Milliseconds without a request after which nothing more is being loaded. */
const quietMilliseconds = 200;
/** Whether a page has been without requests for so long. */
const quiet = new WeakMap<Page, () => boolean>();

/** Counts a page's requests from now on. Playwright's own 'networkidle' does not come any more once a page that was idle has got frames. */
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

/** Waits for what is being loaded: skeletons, spinners, pictures, the font. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState();
  await expect.poll(watchRequests(page), { message: 'nothing more is loaded', intervals: [50] }).toBe(true);
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  // The places of code that is loaded late.
  await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** Opens an address and waits until the page is at rest. */
export const openPage =
  (path: string) =>
  async (page: Page): Promise<void> => {
    watchRequests(page);
    await page.goto(path);
    // By its element: a page that opens a dialog hides the rest from roles.
    await expect(page.locator('h1').first()).toBeVisible();
    await waitForRest(page);
  };

/** The product that the screens are about. */
export const product = { id: 'veriscan-desktop', name: 'Veriscan Desktop', plan: 'Professional' } as const;
