import { expect, type Locator, type Page } from '@playwright/test';
import { type Language, pattern, say } from './messages.ts';

export interface Card {
  readonly number: string;
}

/** Stripe's test cards, by their behavior. */
export const cards = {
  good: { number: '4242424242424242' },
  other: { number: '5555555555554444' },
  declinedWhenCharged: { number: '4000000000000341' },
  declinedWhenAdded: { number: '4000000000000002' },
  asksCardholder: { number: '4000002760003184' },
} as const satisfies Record<string, Card>;

interface PlanChoice {
  plan: string;
  card?: Card;
  hasAddons?: boolean;
}

/** The bank's dialog for the cardholder, in either language. */
export function bankDialog(page: Page): { authorize: Locator; fail: Locator } {
  const bank = page.frameLocator(
    'iframe[title="Authentication by your bank"], iframe[title="Authentification par votre banque"]',
  );
  return { authorize: bank.locator('#test-source-authorize-3ds'), fail: bank.locator('#test-source-fail-3ds') };
}

/** A customer's steps from the plans to a subscription, in either language. */
export class PurchaseSteps {
  readonly page: Page;
  readonly language: Language;
  readonly dialog: Locator;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.language = language;
    this.dialog = page.getByRole('dialog').first();
  }

  say(message: string, values?: Record<string, string>): string {
    return say(this.language, message, values);
  }

  /** From the list of products to the plans of one. */
  async openPlans(product: string): Promise<void> {
    await this.page.goto('/products');
    await this.page.getByRole('link', { name: `${this.say('See plans')} ${product}` }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: product })).toBeVisible();
  }

  async choose(plan: string, billingInterval: 'Monthly' | 'Yearly' = 'Monthly'): Promise<void> {
    const interval = this.page.getByRole('group', { name: this.say('Billing period') });
    await interval.getByText(this.say(billingInterval), { exact: true }).click();
    await this.page.getByRole('button', { name: `${this.say('Subscribe')} ${plan}` }).click();
    await expect(this.dialog.getByRole('heading', { name: this.say('Customize your plan') })).toBeVisible();
  }

  /** Presses 'Continue' in a dialog, or moves to the last one before the confirmation. @param heading of the next dialog */
  async continueTo(heading: 'Choose add-ons' | 'Billing details'): Promise<void> {
    await this.dialog.getByRole('button', { name: this.say('Continue'), exact: true }).click();
    await expect(this.dialog.getByRole('heading', { name: this.say(heading) })).toBeVisible();
  }

  async fillAddress(): Promise<void> {
    await expect(this.dialog.getByRole('heading', { name: this.say('Billing details') })).toBeVisible();
    const address = this.dialog.getByRole('region', { name: this.say('Business address') });
    const change = address.getByRole('button', { name: this.say('Change') });
    await expect(change.or(address.getByRole('textbox').first()).first()).toBeVisible();
    if (await change.isVisible()) await change.click();
    await address.getByRole('textbox', { name: this.say('Business name') }).fill('Quinn Hotels');
    await address.getByRole('combobox', { name: this.say('Country') }).click();
    await this.page.getByRole('option', { name: 'Canada', exact: true }).click();
    await address
      .getByRole('textbox', { name: this.say('Address'), exact: true })
      .fill('1200 Rue Sainte-Catherine Ouest');
    await address.getByRole('textbox', { name: this.say('City') }).fill('Montréal');
    await address.getByRole('combobox', { name: this.say('Province') }).click();
    await this.page.getByRole('option', { name: this.language === 'fr' ? 'Québec' : 'Quebec', exact: true }).click();
    await address.getByRole('textbox', { name: this.say('Postal code') }).fill('H3B 1K1');
  }

  /** Types a new card into the payment provider's own fields. */
  async fillCard(card: Card): Promise<void> {
    const newCard = this.dialog.getByRole('radio', { name: this.say('New card') });
    const number = this.dialog.getByRole('group', { name: this.say('Card number') });
    await expect(newCard.or(number).first()).toBeVisible();
    if (await newCard.isVisible()) await newCard.check();
    const field = (name: string) =>
      this.dialog
        .getByRole('group', { name: this.say(name) })
        .frameLocator('iframe')
        .locator('input:visible')
        .first();
    await field('Card number').pressSequentially(card.number);
    await field('Expiry date').pressSequentially(`12${(new Date().getUTCFullYear() + 3) % 100}`);
    await field('Security code').pressSequentially('123');
  }

  /** A saved card in the choice of cards. */
  savedCard(name: string): Locator {
    return this.dialog.getByRole('group', { name: this.say('Payment card') }).getByRole('radio', { name });
  }

  async goToConfirmation(): Promise<void> {
    const button = (words: string) => this.dialog.getByRole('button', { name: this.say(words) });
    await button('Go to confirmation').or(button('Review the change')).click();
  }

  get payButton(): Locator {
    return this.dialog.getByRole('button', { name: pattern(this.language, 'Pay {price} and subscribe') });
  }

  /** The price on the button that pays, as written. */
  async priceNow(): Promise<string> {
    const words = ((await this.payButton.textContent()) ?? '').replace(/\s/g, ' ');
    const price = pattern(this.language, 'Pay {price} and subscribe').exec(words)?.[1];
    if (!price) throw new Error(`no price on the button “${words}”`);
    return price;
  }

  /** Everything up to the button that pays. */
  async walkToPayment(options: PlanChoice & { product: string }): Promise<void> {
    await this.openPlans(options.product);
    await this.walkFromPlans(options);
    await expect(this.payButton).toBeEnabled();
  }

  /** From the visible plans to the confirmation, regardless of the card's outcome. */
  async walkFromPlans({ plan, card = cards.good, hasAddons = true }: PlanChoice): Promise<void> {
    await this.choose(plan);
    if (hasAddons) await this.continueTo('Choose add-ons');
    await this.continueTo('Billing details');
    await this.fillAddress();
    await this.fillCard(card);
    await this.goToConfirmation();
  }

  async expectSuccess(product: string): Promise<void> {
    await expect(
      this.dialog.getByRole('heading', { name: this.say('You are subscribed to {name}', { name: product }) }),
    ).toBeVisible({ timeout: 90_000 });
  }
}
