import type { Browser, BrowserContext } from '@playwright/test';
import { createCustomer } from './customers.ts';
import { databaseUrl, type Portal } from './portal.ts';
import { axeFindings, type Screen, screens, type View } from './screens.ts';
import { isSoak } from './soak.ts';
import { expect, test } from './test.ts';
import { createProtected, createSubscriber, createUnprotected, operator, storageFor } from './users.ts';

const people = {
  visitor: async () => undefined,
  halfway: createProtected,
  unprotected: createUnprotected,
  newcomer: (portal: Portal) => createCustomer(databaseUrl(portal.dataDir)),
  customer: createSubscriber,
  async operator(portal: Portal) {
    // Who looks at customers and their objects at the payment provider finds some.
    await createSubscriber(portal);
    return operator;
  },
};

/**
 * axe reads every screen, and none may scroll sideways. The tour looks at every combination of theme, language and width; here two suffice.
 * @param turn `npm test` looks at each screen in one of the two, by turns; the soak in both
 */
export function lookAtEveryScreen(look: View, turn: 0 | 1): void {
  test.describe('every screen', () => {
    /** One for each person: what was loaded once need not be loaded for the next screen. */
    const contexts = new Map<string, BrowserContext>();

    async function contextFor(browser: Browser, portal: Portal, { as, name, alters }: Screen) {
      const key = alters ? name : as;
      const context =
        contexts.get(key) ??
        (await browser.newContext({
          baseURL: portal.url,
          viewport: { width: look.width, height: 900 },
          reducedMotion: 'reduce',
          storageState: await storageFor(portal, await people[as](portal), look),
        }));
      contexts.set(key, context);
      return context;
    }

    // A worker may come back to these screens later.
    test.afterAll(async () => {
      for (const context of contexts.values()) await context.close();
      contexts.clear();
    });

    for (const screen of screens.filter((_, index) => isSoak || index % 2 === turn)) {
      test(`${screen.name}: axe finds nothing, ${look.theme}, ${look.language}, ${look.width} px`, async ({
        browser,
        portal,
        complaints,
      }) => {
        const page = await (await contextFor(browser, portal, screen)).newPage();
        complaints.watch(page);
        await screen.open(page, look);
        expect(await axeFindings(page)).toEqual([]);
        const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
        await expect.poll(overflow, 'pixels to scroll sideways').toBeLessThanOrEqual(0);
        await page.close();
      });
    }
  });
}
