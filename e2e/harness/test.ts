import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test';
import { type Customer, createCustomer } from './customers.ts';
import { databaseUrl, type Portal, type PortalOptions, startPortal } from './portal.ts';
import { signIn } from './sign-in.ts';

/** What a page complains about behind the user's back. */
class Complaints {
  readonly #all: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Complaints that match belong to the story: an answer 422 to a wrong password is logged by every browser. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  watch(page: Page): void {
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') this.#all.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#all.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request: Request) => {
      const reason = request.failure()?.errorText ?? '';
      // The browser gives up what a page no longer wants when one leaves it.
      if (reason !== 'net::ERR_ABORTED') this.#all.push(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
  }

  /** Those that no story expected. */
  unexpected(): string[] {
    return this.#all.filter((complaint) => !this.#expected.some((pattern) => pattern.test(complaint)));
  }
}

interface TestFixtures {
  complaints: Complaints;
  /** A new account's owner on the shared portal. */
  customer: Customer;
  /** `page`, in which the customer is signed in. */
  customerPage: Page;
  /** Starts a portal of the story's own, removed after it. */
  ownPortal: (options?: PortalOptions) => Promise<Portal>;
}

interface WorkerFixtures {
  /** A demonstration that the stories of a worker share: they come as customers of their own, or change nothing. */
  portal: Portal;
}

export const template = () => {
  const folder = process.env.PORTICO_TEMPLATE;
  if (!folder) throw new Error('the global set-up has not run');
  return folder;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const portal = await startPortal({ copyOf: template() });
      await use(portal);
      await portal.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      context.on('page', (page) => complaints.watch(page));
      await use(complaints);
      expect(complaints.unexpected(), 'no page complains').toEqual([]);
    },
    { auto: true },
  ],
  customer: async ({ portal }, use) => use(await createCustomer(databaseUrl(portal.dataDir))),
  customerPage: async ({ page, customer }, use) => {
    await signIn(page, customer.email, customer.password);
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it depends on from the pattern
  ownPortal: async ({}, use) => {
    const portals: Portal[] = [];
    await use(async (options = { copyOf: template() }) => {
      const portal = await startPortal(options);
      portals.push(portal);
      return portal;
    });
    for (const portal of portals) await portal.remove();
  },
});

export { expect };
