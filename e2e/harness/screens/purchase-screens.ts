import { expect, type Page } from '@playwright/test';
import { say } from '../messages.ts';
import { cards, PurchaseSteps } from '../purchase-steps.ts';
import { cardChange, stubOperation, waitingPurchase } from './operations.ts';
import { openPage, product, type Screen, type View, waitForRest, watchRequests } from './screen.ts';

/** The purchase up to one of its dialogs. */
const purchase =
  (step: 'customize' | 'add-ons' | 'checkout' | 'confirmation') =>
  async (page: Page, { language }: View): Promise<void> => {
    watchRequests(page);
    const steps = new PurchaseSteps(page, language);
    const plan = language === 'fr' ? 'Professionnel' : product.plan;
    await steps.openPlans(product.name);
    if (step === 'confirmation') {
      await steps.walkToPayment({ product: product.name, plan, card: cards.good });
    } else {
      await steps.choose(plan);
      if (step !== 'customize') await steps.continueTo('Choose add-ons');
      if (step === 'checkout') {
        await steps.continueTo('Billing details');
        const savedCards = steps.dialog.getByRole('group', { name: steps.say('Payment card') });
        await expect(savedCards.or(page.locator('iframe')).first()).toBeVisible();
      }
    }
    await waitForRest(page);
  };

/** The products and their plans, and the purchase up to its last dialog. */
export const purchaseScreens: readonly Screen[] = [
  { name: 'home', as: 'newcomer', open: openPage('/') },
  { name: 'products', as: 'newcomer', open: openPage('/products') },
  { name: 'plans', as: 'newcomer', open: openPage(`/Products/${product.id}/Subscription`) },
  { name: 'plans-listed', as: 'newcomer', open: openPage(`/Products/${product.id}/Plans`) },
  { name: 'purchase-1-customize', as: 'newcomer', open: purchase('customize') },
  { name: 'purchase-2-add-ons', as: 'newcomer', open: purchase('add-ons') },
  { name: 'purchase-3-checkout', as: 'newcomer', open: purchase('checkout') },
  { name: 'purchase-4-confirmation', as: 'newcomer', alters: true, open: purchase('confirmation') },
  {
    name: 'purchase-free',
    as: 'newcomer',
    async open(page, { language }) {
      const steps = new PurchaseSteps(page, language);
      await openPage('/Products/veriscan-cloud/Subscription')(page);
      const plan = language === 'fr' ? 'Gratuit' : 'Free';
      await page.getByRole('button', { name: `${steps.say('Subscribe')} ${plan}` }).click();
      await expect(steps.dialog.getByRole('heading', { name: steps.say('Use it for free') })).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'purchase-leaving',
    as: 'newcomer',
    async open(page, view) {
      await purchase('add-ons')(page, view);
      const steps = new PurchaseSteps(page, view.language);
      await steps.dialog.getByRole('checkbox').first().click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'cards-confirming-first',
    as: 'newcomer',
    async open(page, view) {
      await stubOperation(page, cardChange);
      await purchase('checkout')(page, view);
      const notice = say(view.language, 'A change of your cards is being confirmed');
      await expect(page.getByRole('dialog').getByText(notice)).toBeVisible();
      await page.getByRole('group', { name: say(view.language, 'Expiry date') }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'payment-abandoning',
    as: 'newcomer',
    async open(page, { language }) {
      await stubOperation(page, waitingPurchase);
      await openPage(`/Products/${product.id}/Subscription`)(page);
      await page.getByRole('button', { name: say(language, 'Give up'), exact: true }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'home-subscribed', as: 'customer', open: openPage('/') },
  { name: 'plans-subscribed', as: 'customer', open: openPage(`/Products/${product.id}/Subscription`) },
];
