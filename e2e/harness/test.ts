import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test';
import { type Customer, createCustomer } from './customers.ts';
import { findLeaks } from './leaks.ts';
import { databaseUrl, type Portal, type PortalOptions, postgresPid, startPortal } from './portal.ts';
import { secrets } from './secrets.ts';
import { signIn } from './sign-in.ts';

/** Collects the errors that a page logs, and its failed requests. */
class Complaints {
  readonly #all: string[] = [];
  readonly #expected: RegExp[] = [];
  #isOver = false;

  /** Ignores matching complaints that belong to the story: browsers log a 422 for a wrong password, for example. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Ignores complaints after the story, while its portal stops. */
  end(): void {
    this.#isOver = true;
  }

  watch(page: Page): void {
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') this.#add(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#add(`uncaught: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request: Request) => {
      const reason = request.failure()?.errorText ?? '';
      // The browser aborts requests of a page that is left.
      if (reason !== 'net::ERR_ABORTED') this.#add(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
  }

  #add(complaint: string): void {
    if (!this.#isOver) this.#all.push(complaint);
  }

  /** Returns the complaints that no story expected, each once. */
  listUnexpected(): string[] {
    return this.#all.splice(0).filter((complaint) => !this.#expected.some((pattern) => pattern.test(complaint)));
  }
}

/** A fault at the sandbox (stripe-sandbox/README.md 'Control'): `prefix` is the beginning of a path, or of an event's type. */
interface Fault {
  readonly kind: 'fail' | 'webhook_fail';
  readonly method?: 'DELETE' | 'GET' | 'POST';
  readonly prefix: string;
}

interface TestFixtures {
  complaints: Complaints;
  /** A new account's owner on the shared portal. */
  customer: Customer;
  /** `page`, in which the customer is signed in. */
  customerPage: Page;
  /** Makes matching calls fail at the shared portal's sandbox, until the returned function is called or the story ends. */
  letFail: (fault: Fault) => Promise<() => Promise<void>>;
  /** Starts a portal of the story's own, removed after it. */
  ownPortal: (options?: PortalOptions) => Promise<Portal>;
}

interface WorkerFixtures {
  /** A demo shared by a worker's stories: they use customers of their own, or change nothing. */
  portal: Portal;
  /** Returns the named portal that the stories of a serial file share; the first story's `options` start it. */
  namedPortal: (name: string, options?: PortalOptions) => Promise<Portal>;
}

export const template = () => {
  const folder = process.env.PORTICO_TEMPLATE;
  if (!folder) throw new Error('the global set-up has not run');
  return folder;
};

/** Removes portals, and fails if one has stored or logged its stories' codes, links, seeds or passwords. */
async function removeChecked(portals: readonly Portal[]): Promise<void> {
  const used = await secrets.all();
  const { keptInMail } = secrets;
  const leaks: string[] = [];
  try {
    for (const portal of portals) {
      // A portal that a story stopped has no database to search.
      if (postgresPid(portal.dataDir) === undefined) continue;
      const kept = { databaseUrl: databaseUrl(portal.dataDir), log: portal.log(), keptInMail };
      leaks.push(...(await findLeaks(kept, used)));
    }
  } finally {
    for (const portal of portals) await portal.remove();
  }
  expect(leaks, 'neither database nor log contains a secret of the stories').toEqual([]);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const portal = await startPortal({ copyOf: template() });
      await use(portal);
      await removeChecked([portal]);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  namedPortal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const portals = new Map<string, Portal>();
      await use(async (name, options = { copyOf: template() }) => {
        const portal = portals.get(name) ?? (await startPortal(options));
        portals.set(name, portal);
        return portal;
      });
      await removeChecked([...portals.values()]);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const complaints = new Complaints();
      await use(complaints);
      expect(complaints.listUnexpected(), 'no page logs errors').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    context.on('page', (page) => complaints.watch(page));
    secrets.watch(context);
    await use(context);
  },
  customer: async ({ portal }, use) => use(await createCustomer(databaseUrl(portal.dataDir))),
  customerPage: async ({ page, customer }, use) => {
    await signIn(page, customer.email, customer.password);
    await use(page);
  },
  letFail: async ({ portal }, use) => {
    const faults = `http://127.0.0.1:${portal.ports.sandbox}/_sandbox/faults`;
    const headers = { authorization: 'Bearer sk_test_sandbox' };
    const call = async (method: string, path = '', body?: URLSearchParams): Promise<{ id: string }> => {
      const answer = await fetch(faults + path, { method, headers, ...(body && { body }) });
      if (!answer.ok) throw new Error(`${method} ${faults}${path}: ${await answer.text()}`);
      return (await answer.json()) as { id: string };
    };
    await use(async (fault) => {
      const { id } = await call('POST', '', new URLSearchParams({ ...fault, times: '1000' }));
      return async () => void (await call('DELETE', `/${id}`));
    });
    await call('DELETE');
  },
  ownPortal: async ({ complaints }, use) => {
    const portals: Portal[] = [];
    await use(async (options = { copyOf: template() }) => {
      const portal = await startPortal(options);
      portals.push(portal);
      return portal;
    });
    complaints.end();
    await removeChecked(portals);
  },
});

export { expect };
