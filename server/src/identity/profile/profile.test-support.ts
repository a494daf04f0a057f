import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import { type Audit, createAudit, demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';
import type { GrantableProduct } from '../../accounts/ports.ts';
import type { Database } from '../../core/db/database.ts';
import type { Route } from '../../core/http/route.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { hasPasskeys } from '../passkeys/offer.ts';
import { otherWaysIn } from '../recovery/ways-in.ts';
import { profileModule } from './profile.routes.ts';

export const publicUrl = 'https://portal.vendor.example';
export const newPassword = 'Kx9$mPq2vL';

const products: ReadonlyMap<string, GrantableProduct> = new Map([
  [
    'scanner',
    {
      id: 'scanner',
      displayName: { en: 'Prismatic', fr: 'Prismatique' },
      retired: false,
      disabled: false,
      userSettingsUrl: null,
    },
  ],
]);

/** The demo's users with their profiles and mailed links. Messages are kept, as in the demo. @param more an additional module */
export async function startProfile(more?: (parts: { database: Database; audit: Audit; mail: Mail }) => PortalModule) {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const config = { breachedPasswordsFile: undefined, mode: 'demo' as const };
  let mail: Mail | undefined;
  let profile: PortalModule | undefined;
  const app = await createTestPortal(database, {
    publicUrl,
    extend: (http, parts) => {
      ({ mail } = parts);
      profile = profileModule({
        database,
        hasPasskeys,
        otherWaysIn,
        isSignUpBrowser: async () => false,
        recordConfirmation: async () => null,
        catalog: { findProducts: async () => products },
        config,
        ...parts,
      });
      const further = more?.({ database, ...parts }).routes ?? [];
      for (const route of [...(profile.routes as Route[]), ...further]) route.bind(http);
    },
  });
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const run = () => runDueJobs({ database, app: { jobs: [...(mail?.jobs ?? []), ...(profile?.jobs ?? [])] } });
  const audit: Audit = createAudit({ database, appSecret: 'a secret of the tests, long enough' });

  /** Mails to an address, the newest last. */
  async function mails(to: string, template?: string): Promise<{ template: string; locale: string; data: MailData }[]> {
    await run();
    return sql(
      `select template, locale, data from mail_messages where recipient = $1 and ($2::text is null or template = $2) order by id`,
      [to, template ?? null],
    );
  }

  return {
    app,
    database,
    mail: mail as unknown as Mail,
    audit,
    sql,
    mails,
    userId: async (email: string) => (await sql('select id from users where email = $1', [email]))[0].id as number,
    /** A browser without a session. */
    async visitor(): Promise<Browser> {
      const browser = new Browser(app);
      await browser.open('/login');
      return browser;
    },
    signIn: (email: string, password?: string) => new Browser(app).signIn(email, password),
    /** The token of the last link mailed to an address. */
    async token(to: string, template: string): Promise<string> {
      const sent = await mails(to, template);
      const path = sent.at(-1)?.data?.path;
      if (!path?.includes('#')) throw new Error(`no link of ${template} was mailed to ${to}`);
      return path.split('#')[1] as string;
    },
    /** Restores all users, and deletes sessions, rate limits and mails. */
    async reset(): Promise<void> {
      await run();
      for (const table of [
        'sessions',
        'rate_limits',
        'mail_messages',
        'one_time_links',
        'user_refusals',
        'known_browsers',
      ])
        await sql(`delete from ${table}`);
      await sql(
        `update users u set active = true, email = login, locale = null, time_zone = null, password_changed_at = null,
           password_hash = (select password_hash from users where login = 'operator@portico.example')
         where login like '%@%'`,
      );
    },
  };
}

type MailData = Readonly<Record<string, string>> | null;

/** Moves the last confirmation to an hour ago, so that changes need a new one. */
export const laterThanConfirmed = `update sessions set confirmed_at = now() - interval '11 minutes'`;

export { demonstrationPassword };
