import { expect, type Locator, type Page } from '@playwright/test';
import { type Language, pattern, say, setLanguage } from './messages.ts';
import { type Card, PurchaseSteps } from './purchase-steps.ts';
import { secrets } from './secrets.ts';

/** A password that everybody who signs up here uses. */
const signUpPassword = 'Tall-harbor-4711';
let visitors = 0;

/** The steps of a person who signs up, in either language. */
export class SignUpSteps {
  readonly page: Page;
  readonly language: Language;
  readonly purchase: PurchaseSteps;
  readonly email = `visitor-${process.pid}-${Date.now()}-${++visitors}@harbor.example`;
  readonly url: string;

  /** @param url of the portal */
  constructor(page: Page, language: Language, url: string) {
    this.page = page;
    this.language = language;
    this.url = url;
    this.purchase = new PurchaseSteps(page, language);
  }

  /** The plan with add-ons, by its name. */
  get professional(): string {
    return this.language === 'fr' ? 'Professionnel' : 'Professional';
  }

  say(message: string, values?: Record<string, string>): string {
    return say(this.language, message, values);
  }

  field(name: string): Locator {
    return this.page.locator(`main :is(input, select, textarea)[name=${name}]`);
  }

  async heading(message: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: this.say(message) })).toBeVisible();
  }

  async continueTo(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('Continue'), exact: true }).click();
  }

  async open(path = '/SignUp'): Promise<void> {
    await setLanguage(this.page, this.language, this.url);
    await this.page.goto(`${this.url}${path}`);
    await this.heading('Start with your work email');
  }

  async enterEmail(): Promise<void> {
    await this.field('email').fill(this.email);
    await this.continueTo();
    await this.heading('Who are you?');
  }

  async enterNames(): Promise<void> {
    await this.heading('Who are you?');
    await this.field('organization').fill('Harbor Hotels');
    await this.field('firstName').fill('Avery');
    await this.field('lastName').fill('Stone');
    await this.continueTo();
  }

  async enterContacts(): Promise<void> {
    await this.heading('How can we reach you?');
    await this.field('phone').fill('206 555 0100');
    await this.continueTo();
  }

  async enterBusiness(): Promise<void> {
    await this.heading('About your business');
    await this.field('country').selectOption('US');
    await this.field('state').selectOption('WA');
    await this.field('industry').selectOption('hospitality');
    await this.continueTo();
  }

  async enterDetails(): Promise<void> {
    await this.enterNames();
    await this.enterContacts();
    await this.enterBusiness();
  }

  async enterPassword(): Promise<void> {
    await this.heading('Choose your password');
    secrets.add(signUpPassword);
    await this.field('password').fill(signUpPassword);
    await this.field('confirmPassword').fill(signUpPassword);
    await this.continueTo();
  }

  async walkToPlans(): Promise<void> {
    await this.enterEmail();
    await this.enterDetails();
    await this.enterPassword();
    await this.heading('Choose your plan');
  }

  /** From the plans through the free trial's details to registering. */
  async startTrial(): Promise<void> {
    await this.page
      .getByRole('button', { name: /Trial|Essai/ })
      .first()
      .click();
    await this.page.getByRole('button', { name: this.say('Start the free trial') }).click();
  }

  async enterAddress(): Promise<void> {
    const { dialog } = this.purchase;
    await dialog.getByRole('textbox', { name: this.say('Address'), exact: true }).fill('1420 Pike Street');
    await dialog.getByRole('textbox', { name: this.say('City') }).fill('Seattle');
    await dialog.getByRole('textbox', { name: this.say('Postal code') }).fill('98101');
  }

  /** From the plans to the confirmation, with a card. */
  async walkToPayment(card: Card): Promise<void> {
    await this.purchase.choose(this.professional);
    await this.purchase.continueTo('Choose add-ons');
    await this.purchase.continueTo('Billing details');
    await this.enterAddress();
    await this.payWith(card);
  }

  async payWith(card: Card): Promise<void> {
    await this.purchase.fillCard(card);
    await this.purchase.goToConfirmation();
  }

  get payButton(): Locator {
    return this.purchase.dialog.getByRole('button', { name: pattern(this.language, 'Pay {price} and register') });
  }

  /** Expects the success page. @param what the outcome of the form */
  async isDone(what: 'account' | 'trial' | 'payment'): Promise<void> {
    const titles = {
      account: this.say('Your account is ready'),
      trial: this.language === 'fr' ? /^Votre essai est prêt\s: \d+\sjours$/ : /^Your trial is ready: \d+ days$/,
      payment: pattern(this.language, 'Payment received: {0}'),
    };
    await expect(this.page.getByRole('heading', { level: 1, name: titles[what] })).toBeVisible();
    await expect(this.page).toHaveURL(/\/Confirmation/);
    const kept = await this.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain('Harbor Hotels');
  }

  /** The heading of the confirmation card on the success page. */
  lastStep(email: string): Locator {
    return this.page.getByRole('heading', { name: this.say('One step left: confirm {address}', { address: email }) });
  }
}
