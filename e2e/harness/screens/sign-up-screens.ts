import { expect, type Page } from '@playwright/test';
import { paths } from '@portico/contract';
import { cards } from '../purchase-steps.ts';
import { SignUpSteps } from '../sign-up-steps.ts';
import { openPage, product, type Screen, type View, waitForRest, watchRequests } from './screen.ts';

const storageKey = '6d40af74-2313-46ce-9394-88262ebe5dd0';

/** Everything that is asked before the plans, except the password. */
const kept = {
  savedAt: Date.now(),
  companyId: 1,
  planId: null,
  mainInfo: { organization: 'Harbor Hotels', firstName: 'Avery', lastName: 'Stone' },
  contactInfo: { email: 'avery.stone@harbor.example', phone: '+1 206 555 0100', comments: '' },
  additionalInfo: { country: 'US', state: 'WA', industry: 'hospitality' },
};

/** Opens an address of the sign-up with these details. */
async function openWithDetails(page: Page, path: string, email = kept.contactInfo.email): Promise<void> {
  await openPage(paths.login)(page);
  const details = { ...kept, contactInfo: { ...kept.contactInfo, email } };
  const stored = [`portico.signUp.${storageKey}`, JSON.stringify(details)] as const;
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), stored);
  await openPage(`${path}${path.includes('?') ? '&' : '?'}storageKey=${storageKey}`)(page);
}

const step = (name: 'main' | 'contacts' | 'additional' | 'owner'): Screen => ({
  name: `sign-up-${name}`,
  as: 'visitor',
  open: (page) => openWithDetails(page, `/signUpNext?step=${name}`),
});

/** A visitor's purchase up to one of its dialogs, or to the page after the payment. */
function purchase(name: 'customize' | 'addons' | 'checkout' | 'confirm' | 'paid'): Screen {
  return {
    name: `sign-up-${name}`,
    as: 'visitor',
    alters: true,
    async open(page, { language }) {
      const steps = new SignUpSteps(page, language, '');
      await openWithDetails(page, '/plans', steps.email);
      const plan = language === 'fr' ? 'Professionnel' : product.plan;
      await page.getByRole('button', { name: `${steps.say('Subscribe')} ${plan}` }).click();
      await steps.enterPassword();
      const { dialog } = steps.purchase;
      await expect(dialog.getByRole('heading', { name: steps.say('Customize your plan') })).toBeVisible();
      if (name !== 'customize') await steps.purchase.continueTo('Choose add-ons');
      if (name === 'checkout' || name === 'confirm' || name === 'paid') {
        await steps.purchase.continueTo('Billing details');
        await expect(page.locator('iframe').first()).toBeVisible();
      }
      if (name === 'confirm' || name === 'paid') {
        await steps.enterAddress();
        await steps.payWith(cards.good);
        await expect(steps.payButton).toBeEnabled();
      }
      if (name === 'paid') {
        await steps.payButton.click();
        await steps.isDone('payment');
        await expect(steps.lastStep(steps.email)).toBeVisible();
      }
      await waitForRest(page);
    },
  };
}

/** Registering without a plan, while it has to wait. */
async function openSkip(page: Page, { language }: View): Promise<void> {
  const blockedTo = new Date(Date.now() + 45_000).toISOString();
  await page.route('**/api/SignUp/Block', (route) =>
    route.fulfill({ json: { blockedTo, secondsLeft: 45, isBusy: false } }),
  );
  await openWithDetails(page, '/skip');
  await new SignUpSteps(page, language, '').enterPassword();
  await expect(page.getByRole('timer')).toBeVisible();
}

/** A registration whose payment is being confirmed. */
async function openWaiting(page: Page): Promise<void> {
  const id = '9b2f6c1e-3d4a-4f5b-8c7d-0e1f2a3b4c5d';
  const registration = { id, status: 'pending', clientSecret: null, redirectUrl: null, error: null };
  await page.route('**/api/SignUp/Registrations/*', (route) => route.fulfill({ json: registration }));
  watchRequests(page);
  await page.goto(`/confirm?registration=${id}`);
  await expect(page.locator('main [role=status]')).toBeVisible();
}

/** Every page of the sign-up. */
export const signUpScreens: readonly Screen[] = [
  { name: 'sign-up', as: 'visitor', open: openPage('/SignUp') },
  { name: 'sign-up-unknown-company', as: 'visitor', open: openPage('/SignUp/no-such-company') },
  { name: 'sign-up-unknown-product', as: 'visitor', open: openPage('/SignUp?product=no-such-product') },
  ...(['main', 'contacts', 'additional', 'owner'] as const).map(step),
  { name: 'sign-up-plans', as: 'visitor', open: (page) => openWithDetails(page, '/plans') },
  ...(['customize', 'addons', 'checkout', 'confirm', 'paid'] as const).map(purchase),
  { name: 'sign-up-skip', as: 'visitor', open: openSkip },
  { name: 'sign-up-waiting', as: 'visitor', alters: true, open: openWaiting },
  { name: 'sign-up-confirmation', as: 'visitor', open: openPage('/Confirmation') },
  {
    name: 'sign-up-confirmation-product',
    as: 'visitor',
    open: openPage(`/Confirmation?productUrl=${encodeURIComponent(`/Products/${product.id}/Subscription`)}`),
  },
];
