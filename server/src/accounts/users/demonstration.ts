import type { Database } from '../../core/db/database.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import { createAccount, createCompany } from '../accounts/accounts.service.ts';
import { defaultCompanyId, selectCompany } from '../accounts/companies.queries.ts';
import { hasUsers, lockNames } from './user-creation.queries.ts';
import { hashNewPassword, insertNewUser, type NewUser } from './user-creation.ts';

/** The password of every demo user, in demo mode only (DEMO-2). */
export const demonstrationPassword = 'Portico-demo-1';

/** The users offered on the demo's sign-in page. `label` is their role. */
export const demonstrationUsers = [
  { email: 'owner@acme.example', label: 'session.demonstration.owner' },
  { email: 'admin@acme.example', label: 'session.demonstration.admin' },
  { email: 'user@acme.example', label: 'session.demonstration.user' },
  { email: 'readonly@acme.example', label: 'session.demonstration.readOnly' },
  { email: 'owner@globex.example', label: 'session.demonstration.secondAccount' },
  { email: 'operator@portico.example', label: 'session.demonstration.operator' },
] as const satisfies readonly { email: string; label: MessageKey }[];

type Person = Omit<NewUser, 'accountId' | 'login' | 'password'>;

const accounts: { name: string; people: Person[] }[] = [
  {
    name: 'Veriscan',
    people: [
      { email: 'operator@portico.example', firstName: 'Olivia', lastName: 'Perez', isOwner: true, isOperator: true },
    ],
  },
  {
    name: 'Acme Security',
    people: [
      { email: 'owner@acme.example', firstName: 'Avery', lastName: 'Stone', isOwner: true, phone: '+1 415 555 0132' },
      { email: 'admin@acme.example', firstName: 'Morgan', lastName: 'Lee', isAdmin: true },
      { email: 'user@acme.example', firstName: 'Jamie', lastName: 'Rivera' },
      {
        email: 'readonly@acme.example',
        firstName: 'Riley',
        lastName: 'Chen',
        readOnly: true,
        features: ['customerAdmin', 'billing'],
      },
    ],
  },
  {
    name: 'Globex',
    people: [{ email: 'owner@globex.example', firstName: 'Helen', lastName: 'Park', isOwner: true }],
  },
];

/** Adds the demo's brand, accounts and users in one transaction, if the database has no users yet. @returns whether they were added */
export async function seedDemonstrationPeople(database: Database): Promise<boolean> {
  if (await hasUsers(database.query)) return false;
  const passwordHash = await hashNewPassword('password', demonstrationPassword);
  return database.transaction(async (transaction) => {
    // Checked again under the lock: if two processes start together, the second waits and finds the users.
    await lockNames(transaction);
    if (await hasUsers(transaction)) return false;
    if (!(await selectCompany(transaction, defaultCompanyId))) {
      await createCompany(transaction, { id: defaultCompanyId, name: 'Veriscan', slug: 'veriscan' });
    }
    for (const { name, people } of accounts) {
      const accountId = await createAccount(transaction, {
        companyId: defaultCompanyId,
        name,
        features: ['customerAdmin', 'billing'],
      });
      for (const person of people) {
        const user = { ...person, accountId, login: person.email, password: null, emailProvedAt: new Date() };
        await insertNewUser(transaction, user, passwordHash);
      }
    }
    return true;
  });
}
