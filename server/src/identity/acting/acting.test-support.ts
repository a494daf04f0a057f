import { beforeEach } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { hasPasskeys } from '../passkeys/offer.ts';
import { profileModule } from '../profile/profile.routes.ts';
import { otherWaysIn } from '../recovery/ways-in.ts';
import { actingModule } from './acting.routes.ts';

/** The page from which the operator of these tests starts to act. */
export const beginPage = '/Operator/Orders?page=2';
export const reason = 'Ticket 4711: the invoice of May cannot be opened';

/** A small portal in which an operator can act as the demo's users. Each test starts without sessions and rate limits. */
export async function startActingPortal(options: { wantsActingMail?: () => boolean } = {}) {
  const { wantsActingMail = () => true } = options;
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database, {
    extend: (portal, { audit, mail, sessions }) => {
      const parts = { database, audit, mail, sessions };
      const modules = [
        actingModule({ ...parts, wantsActingMail: async () => wantsActingMail() }),
        profileModule({
          ...parts,
          hasPasskeys,
          otherWaysIn,
          isSignUpBrowser: async () => false,
          recordConfirmation: async () => null,
          catalog: { findProducts: async () => new Map() },
          config: { breachedPasswordsFile: undefined, mode: 'demo' as const },
        }),
      ];
      for (const { routes = [] } of modules) for (const route of routes) route.bind(portal);
    },
  });
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const findUserId = async (email: string) =>
    (await sql('select id from users where email = $1', [email]))[0].id as number;
  const operator = () => new Browser(app).signIn('operator@portico.example');
  const ask = async (browser: Browser, email: string, body: object = {}) =>
    browser.post(`/api/Operator/ActAs/${await findUserId(email)}`, { reason, returnUrl: beginPage, ...body });
  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
    await database.pool.query('delete from sessions');
    await database.pool.query("update users set active = true, is_operator = email like 'operator@%'");
  });
  return {
    app,
    database,
    sql,
    findUserId,
    operator,
    /** Asks to act as a user. */
    ask,
    /** Returns a browser in which the operator acts as a user, on the user's home page. */
    async act(email = 'owner@acme.example') {
      const browser = await operator();
      const response = await ask(browser, email);
      if (response.statusCode !== 200) throw new Error(`the operator could not act: ${response.body}`);
      await browser.open('/');
      return browser;
    },
  };
}
