import { type Customer, createCustomer } from './harness/customers.ts';
import { createSubscriber, operator, storageFor } from './harness/people.ts';
import { databaseUrl } from './harness/portal.ts';
import { axeFindings, screens, type View } from './harness/screens.ts';
import { expect, test } from './harness/test.ts';

/** Both themes, both languages, both widths; the tour looks at every combination. */
const looks: readonly View[] = [
  { theme: 'light', language: 'en', width: 1400 },
  { theme: 'dark', language: 'fr', width: 390 },
];

test.describe('every screen', () => {
  let subscriber: Customer;
  test.beforeAll(async ({ portal }) => {
    subscriber = await createSubscriber(portal);
  });

  for (const look of looks) {
    for (const screen of screens) {
      test(`${screen.name}: axe finds nothing, ${look.theme}, ${look.language}, ${look.width} px`, async ({
        browser,
        portal,
        complaints,
      }) => {
        const person = {
          visitor: async () => undefined,
          customer: async () => subscriber,
          operator: async () => operator,
          newcomer: () => createCustomer(databaseUrl(portal.dataDir)),
        }[screen.as];
        const context = await browser.newContext({
          baseURL: portal.url,
          viewport: { width: look.width, height: 900 },
          reducedMotion: 'reduce',
          storageState: await storageFor(portal, await person(), look),
        });
        context.on('page', (page) => complaints.watch(page));
        const page = await context.newPage();
        await screen.open(page, look);
        expect(await axeFindings(page)).toEqual([]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(overflow, 'pixels to scroll sideways').toBeLessThanOrEqual(0);
        await context.close();
      });
    }
  }
});
