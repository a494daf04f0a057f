import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { billingScreens } from './screens/billing-screens.ts';
import { catalogScreens } from './screens/catalog-screens.ts';
import { licenseScreens } from './screens/license-screens.ts';
import { operatorScreens } from './screens/operator-screens.ts';
import { productTokenScreens } from './screens/product-token-screens.ts';
import { purchaseScreens } from './screens/purchase-screens.ts';
import type { Screen } from './screens/screen.ts';
import { shellScreens } from './screens/shell-screens.ts';
import { signUpScreens } from './screens/sign-up-screens.ts';
import { wayInScreens } from './screens/way-in-screens.ts';

export { type Screen, type View, type Viewer, views } from './screens/screen.ts';

/** Every screen and every part that opens over one. A new screen is a line in `screens/`: the tour takes its picture, and axe reads it. */
export const screens: readonly Screen[] = [
  ...shellScreens,
  ...wayInScreens,
  ...signUpScreens,
  ...purchaseScreens,
  ...billingScreens,
  ...licenseScreens,
  ...productTokenScreens,
  ...operatorScreens,
  ...catalogScreens,
];

/** Everything that axe finds wrong with a page; it must be nothing (UI-18). */
export async function axeFindings(page: Page): Promise<string[]> {
  // What fades in has less contrast for a moment.
  await expect
    .poll(() =>
      page.evaluate(
        "document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect.getTiming().iterations === Infinity)",
      ),
    )
    .toBe(true);
  // The other mode puts together what each frame says, in a page of its own, and takes twice as long.
  const hasFrames = page.frames().length > 1;
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(!hasFrames)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(', ')})`,
  );
}
