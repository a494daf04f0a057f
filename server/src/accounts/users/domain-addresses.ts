import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import type { Session } from '../../core/http/session-context.ts';
import type { Audit } from '../audit/audit.service.ts';
import { deleteLinksOfUsers } from '../links/links.queries.ts';
import type { SignInPort } from '../ports.ts';
import { releaseUnprovedNames } from './domain-addresses.queries.ts';

/** The mail domain of an address, in lower case. */
export const parseMailDomain = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

export interface AddressOwnership {
  readonly accountId: number;
  readonly session: Pick<Session, 'user'>;
  readonly findDomainAccounts: SignInPort['findDomainAccounts'];
}

/** Those of `emails` whose mail domain another account has proved (USR-30). Operators may enter any address. */
export async function findForeignAddresses(
  { accountId, session, findDomainAccounts }: AddressOwnership,
  on: Queryable,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (session.user.isOperator) return new Set();
  const owners = await findDomainAccounts(on, [...new Set(emails.map(parseMailDomain))]);
  return new Set(emails.filter((email) => (owners.get(parseMailDomain(email)) ?? accountId) !== accountId));
}

/** @throws InvalidInputError at the email address if another account has proved its mail domain (USR-30) */
export async function assertNotForeign(context: AddressOwnership, on: Queryable, email: string): Promise<void> {
  const foreign = await findForeignAddresses(context, on, [email]);
  if (foreign.size > 0) throw new InvalidInputError({ email: [{ key: 'user.foreignDomain' }] });
}

interface Claim {
  readonly accountId: number;
  readonly audit: Audit;
  readonly findDomainAccounts: SignInPort['findDomainAccounts'];
}

/**
 * Takes addresses of the account's proved mail domains from users of other accounts who never proved them (USR-31).
 * These users lose the login or the address and, without another address, their links. Their account's audit log says why.
 */
export async function claimDomainAddresses(
  { accountId, audit, findDomainAccounts }: Claim,
  transaction: Queryable,
  emails: readonly string[],
): Promise<void> {
  const owners = await findDomainAccounts(transaction, [...new Set(emails.map(parseMailDomain))]);
  const own = emails.filter((email) => owners.get(parseMailDomain(email)) === accountId);
  const released = own.length > 0 ? await releaseUnprovedNames(transaction, accountId, own) : [];
  if (released.length === 0) return;
  await deleteLinksOfUsers(
    transaction,
    released.filter(({ hasOtherAddress }) => !hasOtherAddress).map(({ id }) => id),
  );
  for (const [loser, users] of Map.groupBy(released, (user) => user.accountId)) {
    const shown = users.slice(0, 10).map(({ email }) => email);
    const detail = { email: shown.join(', '), count: users.length };
    await audit.record({ kind: 'addressesReleased', accountId: loser, detail }, transaction);
  }
}
