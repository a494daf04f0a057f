import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createCatalog } from '../../catalog/index.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import {
  endUserSessions,
  findDomainAccounts,
  inviteUser,
  removeOtherWaysIn,
  removeSecondFactors,
  unlinkForeignIdentities,
} from '../../identity/index.ts';
import { seedDemonstrationPeople } from './demonstration.ts';
import { createUser, type NewUser } from './user-creation.ts';
import type { UserDefaults } from './users.context.ts';
import { usersModule } from './users.routes.ts';

/** Two passwords that meet the rule. */
export const chosenPassword = 'Kx9$mPq2vL';
export const otherPassword = 'Vq7#rTn4wZ';

/** Adds a passkey whose key nobody has. */
export const addPasskey = (sql: (text: string, values: unknown[]) => Promise<unknown>, userId: number) =>
  sql(
    "insert into passkeys (user_id, credential_id, public_key, name) values ($1, gen_random_uuid()::text::bytea, '\\x00', 'Key')",
    [userId],
  );

type Parts = Pick<Parameters<typeof usersModule>[0], 'database' | 'audit' | 'mail'>;

const passwordHash = "(select password_hash from users where email = 'owner@acme.example')";

/**
 * Starts a portal with the demo's users, the user endpoints, two products, and defaults that a test may change. @param
 * listMore further modules to bind
 */
export async function startUsers(listMore: (context: Parts) => readonly PortalModule[] = () => []) {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  await sql(`insert into products (id, position, name, display_name, description, display_type, licensing_type,
               subscription_is_required, disabled, feature_scopes)
             select id, position, names, names, '{"en": ""}', 'OnlyUrl', 'None', false, false, '[]'
             from (values ('scan', 0, '{"en": "Scan", "fr": "Lecture"}'::jsonb), ('parse', 1, '{"en": "Parse"}'))
               as sold (id, position, names)`);
  const defaults: { current: UserDefaults } = {
    current: { features: [], permissions: ['changePassword', 'changeExternalLogins'], productIds: [] },
  };
  const app = await createTestPortal(database, {
    extend: (http, { audit, mail }: { audit: Parameters<typeof usersModule>[0]['audit']; mail: Mail }) => {
      const module = usersModule({
        database,
        audit,
        mail,
        catalog: createCatalog({ database }),
        config: { features: ['customerAdmin', 'billing'], breachedPasswordsFile: undefined },
        findDefaults: async () => defaults.current,
        endUserSessions,
        removeOtherWaysIn,
        removeSecondFactors,
        unlinkForeignIdentities,
        inviteUser: (parts, transaction, invitation) =>
          inviteUser({ ...parts, hasPaid: async () => false }, transaction, invitation),
        findDomainAccounts,
      });
      const modules = [module, ...listMore({ database, audit, mail })];
      for (const route of modules.flatMap(({ routes = [] }) => routes)) route.bind(http);
    },
  });
  const findUserId = async (email: string) =>
    (await sql('select id from users where email = $1', [email]))[0]?.id as number;
  const [{ account_id: accountId }] = (await sql(
    "select account_id from users where email = 'owner@acme.example'",
  )) as [{ account_id: number }];
  let added = 0;
  return {
    app,
    database,
    sql,
    findUserId,
    accountId,
    defaults,
    signIn: (email: string, password?: string) => new Browser(app).signIn(email, password),
    /** Adds a user who signs in with the demo's password. @returns their id and address */
    async addMember(change: Partial<NewUser> = {}): Promise<{ id: number; email: string }> {
      added += 1;
      const email = `member${added}@acme.example`;
      const user = { accountId, login: `member${added}`, email, firstName: 'Kim', password: null, ...change };
      const id = await createUser(database, user);
      await sql(`update users set password_hash = ${passwordHash} where id = $1`, [id]);
      return { id, email };
    },
    /** The latest audit event of a kind. */
    async findAuditEvent(kind: string) {
      const [event] = await sql('select * from audit_events where kind = $1 order by id desc limit 1', [kind]);
      return event as { detail: Record<string, unknown>; user_id: number; account_id: number } | undefined;
    },
    /** The mails to an address, with their templates and data. */
    listMailsTo: async (email: string) =>
      (await sql('select template, data from mail_messages where recipient = $1 order by id', [email])) as {
        template: string;
        data: Record<string, unknown>;
      }[],
  };
}

export type StartedUsers = Awaited<ReturnType<typeof startUsers>>;
