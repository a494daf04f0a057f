import { expect, type Page } from '@playwright/test';
import { say } from '../messages.ts';
import { openPage, type Screen, waitForRest } from './screen.ts';

const days = 'products[veriscan-desktop].graceDays';
const code = 'products[veriscan-cloud].plans[veriscan-cloud-team].code';
const amount = 'products[veriscan-desktop].plans[veriscan-desktop-pro].prices[veriscan-desktop-pro-monthly].amount';
const problem = {
  place: code,
  title: 'veriscan-cloud › Plans: veriscan-cloud-night › Code',
  message: 'Should be unique: ‘TEAM’ is already the code of a plan of this product.',
};

const draft = {
  sold: 4,
  revision: 3,
  changedAt: '2026-11-20T15:00:00.000Z',
  changed: 3,
  problems: [],
  theirs: null,
  publication: null,
};
const changes = {
  problems: [],
  differences: [
    {
      place: amount,
      title: 'veriscan-desktop › Plans: veriscan-desktop-pro › Prices: veriscan-desktop-pro-monthly › Amount',
      before: '49.00',
      after: '59.00',
    },
    { place: days, title: 'veriscan-desktop › Grace days', before: '7', after: '11' },
    {
      place: 'products[veriscan-cloud].plans[veriscan-cloud-night]',
      title: 'veriscan-cloud › Plans: veriscan-cloud-night',
      before: 'Night shift',
      after: null,
    },
  ],
  total: 3,
  amended: 1,
  subscriptions: 14,
  retired: 1,
  leaving: [{ id: 'veriscan-cloud-night', name: 'Night shift', accounts: 12 }],
};
const theirs = {
  by: 'Sam Okafor',
  publishedAt: '2026-11-21T09:30:00.000Z',
  differences: [{ place: days, title: 'veriscan-desktop › Grace days', before: '7', after: '9' }],
  conflicts: [{ place: days, title: 'veriscan-desktop › Grace days', mine: '11', theirs: '9' }],
};

/** Opens the review with a stubbed draft. A real draft would appear on all other screens too. */
async function openReview(page: Page, given: object, shown: object): Promise<void> {
  await page.route('**/api/Catalog/Draft', (route) => route.fulfill({ json: { ...draft, ...given } }));
  await page.route('**/api/Catalog/Draft/Changes', (route) => route.fulfill({ json: { ...changes, ...shown } }));
  await openPage('/Operator/Catalog/Changes')(page);
}

/** The operators' screens of the catalog's drafts and versions. */
export const catalogScreens: readonly Screen[] = [
  {
    name: 'catalog-review',
    as: 'operator',
    async open(page, { language }) {
      await openReview(page, {}, {});
      await expect(page.getByText('Night shift').last()).toBeVisible();
      await expect(page.getByRole('button', { name: say(language, 'Publish') })).toBeEnabled();
      await waitForRest(page);
    },
  },
  {
    name: 'catalog-review-conflict',
    as: 'operator',
    async open(page, { language }) {
      await openReview(page, { theirs }, {});
      await expect(page.getByRole('radio', { name: '11' })).toBeVisible();
      await expect(page.getByRole('button', { name: say(language, 'Publish') })).toBeDisabled();
      await waitForRest(page);
    },
  },
  {
    name: 'catalog-review-problem',
    as: 'operator',
    async open(page, { language }) {
      await openReview(
        page,
        { theirs: { ...theirs, conflicts: [] } },
        { problems: [problem], amended: 0, leaving: [] },
      );
      await expect(page.getByText(problem.message)).toBeVisible();
      await expect(page.getByRole('button', { name: say(language, 'Take theirs into my draft') })).toBeEnabled();
      await waitForRest(page);
    },
  },
  {
    name: 'catalog-version-waiting',
    as: 'operator',
    async open(page, { language }) {
      await page.route('**/api/Catalog/Versions/1', async (route) => {
        const answer = await route.fetch();
        const waiting = { publishedAt: null, isSold: false, mayTryAgain: true, mayGiveUp: true };
        await route.fulfill({ response: answer, json: { ...(await answer.json()), ...waiting } });
      });
      await openPage('/Operator/Catalog/Versions/1')(page);
      await expect(page.getByRole('button', { name: say(language, 'Give up') })).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'catalog-retired', as: 'operator', open: openPage('/Operator/Catalog?show=retired') },
];
