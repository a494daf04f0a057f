import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, vi } from 'vitest';
import { createSignedChallenge } from '../src/onboarding/sign-up/captcha.ts';
import {
  buyingForm,
  listMailsTo,
  newEmail,
  summarizeCustomer,
  visitor,
} from '../src/onboarding/sign-up/sign-up.test-support.ts';
import { testSecret } from './full-portal.ts';
import { begun, createChange, type OperationCase } from './operation-case.ts';
import type { Person } from './operation-person.ts';

/** The proof of work that a production portal requires. It is valid once. */
async function solveCaptcha(): Promise<string> {
  const challenge = await createSignedChallenge({ config: { captcha: { kind: 'altcha' }, appSecret: testSecret } });
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** A registration that buys two seats. It creates the account that its operation belongs to. */
export const registrationCase: OperationCase = {
  kind: 'registration',
  steps: ['customer', 'card', 'default-card', 'address', 'subscription'],
  refusable: [],
  prepare: async (portal) => {
    const email = newEmail();
    const browser = await visitor(portal.app.http);
    const form = await buyingForm(portal, browser, email);
    const person: Person = { accountId: 0, email, customerId: '', portal, browser };
    return createChange(person, async () =>
      person.browser.post('/SignUp', { ...form, ReCaptchaToken: await solveCaptcha() }),
    );
  },
  ends: 'succeeded',
  world: { ...begun, charges: [4_000], invoices: ['paid 4000'], subscriptions: ['active 2 4242'] },
  check: async ({ person: { portal, email } }) => {
    const world = { accounts: 1, licenses: 1, orders: 1, subscriptions: 1, customers: 1 };
    expect(await summarizeCustomer(portal, email)).toMatchObject(world);
    await vi.waitFor(
      async () => {
        const mails = await listMailsTo(portal, email);
        expect(mails.map(({ template }) => template).sort()).toEqual(['receipt', 'welcome']);
      },
      { timeout: 60_000, interval: 250 },
    );
  },
};
