import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { paths } from '@portico/contract';
import type { AxeResults } from 'axe-core';
import { billingScreens } from './screens/billing-screens.ts';
import { catalogScreens } from './screens/catalog-screens.ts';
import { licenseScreens } from './screens/license-screens.ts';
import { operatorScreens } from './screens/operator-screens.ts';
import { productTokenScreens } from './screens/product-token-screens.ts';
import { purchaseScreens } from './screens/purchase-screens.ts';
import { openPage, type Screen } from './screens/screen.ts';
import { shellScreens } from './screens/shell-screens.ts';
import { signInScreens } from './screens/sign-in-screens.ts';
import { signUpScreens } from './screens/sign-up-screens.ts';

export { type Screen, type View, type Viewer, views } from './screens/screen.ts';

/** Pages that need a link's token, a begun sign-in or another viewer. The lists in `screens/` open them. */
const preparedPages: ReadonlySet<string> = new Set<keyof typeof paths>([
  'home',
  'products',
  'trial',
  'devices',
  'createUser',
  'devStripe',
  'notFound',
  'login',
  'logout',
  'secondStep',
  'configureMfa',
  'forgottenPassword',
  'resetPassword',
  'invitation',
  'confirmEmail',
  'undoEmail',
  'endSession',
  'confirmRecipient',
  'leaveRecipient',
  'externalProviderDomain',
  'breakGlass',
]);

/** The other pages without parameters. */
const plainPages = Object.entries(paths).filter(([name, path]) => !path.includes('$') && !preparedPages.has(name));
const pageScreens = plainPages.map(
  ([name, path]): Screen => ({
    name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    as: /^\/(?:Operator|dev|Billing\/Stripe)\b/.test(path) ? 'operator' : 'customer',
    open: openPage(path),
  }),
);

/**
 * Every page, and every part that opens over a page. The tour takes pictures of them, and axe checks them. Pages
 * without parameters follow from their paths; every other screen is one line in `screens/`.
 */
export const screens: readonly Screen[] = [
  ...pageScreens,
  ...shellScreens,
  ...signInScreens,
  ...signUpScreens,
  ...purchaseScreens,
  ...billingScreens,
  ...licenseScreens,
  ...productTokenScreens,
  ...operatorScreens,
  ...catalogScreens,
];

/** The library's default is the source with comments, which takes three times as long to send and parse. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeOptions = { resultTypes: ['violations' as const] };

type Violations = Pick<AxeResults, 'violations'>;

/** For a page without frames, in which `AxeBuilder` would load axe twice. */
async function runAxe(page: Page): Promise<Violations> {
  await page.evaluate(axeSource);
  return page.evaluate(`axe.run(${JSON.stringify(axeOptions)}).then(({ violations }) => ({ violations }))`);
}

const runAxeInFrames = (page: Page): Promise<Violations> =>
  new AxeBuilder({ page, axeSource }).options(axeOptions).analyze();

/** Everything that axe finds on a page; it must be empty (UI-18). */
export async function axeFindings(page: Page): Promise<string[]> {
  // An element that fades in has less contrast for a moment.
  await expect
    .poll(() =>
      page.evaluate(
        "document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect.getTiming().iterations === Infinity)",
      ),
    )
    .toBe(true);
  const { violations } = await (page.frames().length > 1 ? runAxeInFrames(page) : runAxe(page));
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(', ')})`,
  );
}
