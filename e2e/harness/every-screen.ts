import type { Page } from '@playwright/test';
import { createCustomer } from './customers.ts';
import { databaseUrl, type Portal } from './portal.ts';
import { axeFindings, type Screen, screens, type View, type Viewer } from './screens.ts';
import { isSoak } from './soak.ts';
import { expect as hardExpect, test } from './test.ts';
import { createProtected, createSubscriber, createUnprotected, operator, storageFor } from './users.ts';

/** Soft, so that one bad screen does not hide the next ones. */
const expect = hardExpect.configure({ soft: true });

const people = {
  visitor: async () => undefined,
  halfway: createProtected,
  unprotected: createUnprotected,
  newcomer: (portal: Portal) => createCustomer(databaseUrl(portal.dataDir)),
  customer: createSubscriber,
  async operator(portal: Portal) {
    // The operator's screens show a customer with objects at the payment provider.
    await createSubscriber(portal);
    return operator;
  },
};

/** Short stories, so that the workers finish at about the same time. */
const screensOfStory = 10;

/** Divides screens into as few stories as possible, of about equal length. */
function divide(all: readonly Screen[]): Screen[][] {
  const count = Math.ceil(all.length / screensOfStory);
  return Array.from({ length: count }, (_, part) => all.filter((_, index) => index % count === part));
}

/**
 * Checks every screen with axe and for sideways scrolling, in two views; the tour covers all views.
 * @param turn which half of the screens `npm test` checks in this view; the soak checks all
 */
export function checkEveryScreen(look: View, turn: 0 | 1): void {
  const chosen = screens.filter((_, index) => isSoak || index % 2 === turn);
  for (const viewer of Object.keys(people) as Viewer[]) {
    const stories = divide(chosen.filter(({ as }) => as === viewer));
    for (const [index, story] of stories.entries()) {
      const name = `${viewer}, part ${index + 1} of ${stories.length}, ${look.theme}, ${look.language}, ${look.width} px`;
      test(`every screen passes axe and fits its width (${name})`, async ({ browser, portal, complaints }) => {
        test.setTimeout(story.length * 60_000);
        const openPage = async (): Promise<Page> => {
          const context = await browser.newContext({
            baseURL: portal.url,
            viewport: { width: look.width, height: 900 },
            reducedMotion: 'reduce',
            storageState: await storageFor(portal, await people[viewer](portal), look),
          });
          const page = await context.newPage();
          complaints.watch(page);
          return page;
        };
        const shared = await openPage();
        for (const screen of story) {
          await test.step(screen.name, async () => {
            const page = screen.alters ? await openPage() : shared;
            await checkScreen(page, screen, look);
            expect(complaints.listUnexpected(), `${screen.name}: its page logs no errors`).toEqual([]);
            if (screen.alters) await page.context().close();
          });
        }
        await shared.context().close();
      });
    }
  }
}

/** Opens and checks a screen, then resets the page. */
async function checkScreen(page: Page, screen: Screen, look: View): Promise<void> {
  try {
    await screen.open(page, look);
    expect(await axeFindings(page), `${screen.name}: axe finds nothing`).toEqual([]);
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    await expect.poll(overflow, `${screen.name}: pixels to scroll sideways`).toBeLessThanOrEqual(0);
  } catch (error) {
    expect(error, `${screen.name}: opens and can be checked`).toBeUndefined();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate('sessionStorage.clear()');
}
