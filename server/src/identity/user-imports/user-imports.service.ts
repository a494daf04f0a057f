import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BadLine, userImports as endpoints, ImportPreview, ResponseOf } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import {
  claimDomainAddresses,
  findAccountBrand,
  findDefaults,
  findForeignAddresses,
  findNameStatuses,
  insertNewUsers,
  listRecipientsByName,
  lockAccountRoles,
  lockNames,
  mailOwnerAboutAdmins,
  userDisplayName,
} from '../../accounts/index.ts';
import { type Database, isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { checkConfirmed } from '../../core/http/access.ts';
import { say } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { defineConcurrencyLimit } from '../../core/http/turns.ts';
import { findOftenMailed } from '../../core/mail/index.ts';
import { findDomainAccounts } from '../external-providers/domains.queries.ts';
import { inviteAddedUsers } from '../profile/invitation.ts';
import type { InvitationContext } from '../profile/invitation-limit.ts';
import { readUserFile, UnreadableFileError } from './csv-file.ts';
import {
  type ImportedUser,
  isForeignAddress,
  judgeDomains,
  judgeLine,
  judgeNames,
  type KnownNames,
  lookupNames,
  mergeBadLines,
  type NamedLine,
} from './rows.ts';
import { ImportRefusedError } from './user-imports.errors.ts';

const hour = 60 * 60;
const day = 24 * hour;

/** Files that an account may preview or import in an hour (LIM-8). */
const files = defineLimit('user-import', 60, hour);
/** Maximum lines of these files per day (LIM-8). Each line reveals whether a login exists. */
const lines = defineLimit('user-import-lines', 50_000, day);
/** Addresses of other accounts' users that an account's imports may contain per day (IMP-7). Each reveals a customer, who gets a mail. */
const foreignAddresses = defineLimit('user-import-foreign', 100, day);
/** Invitations that an account's imports may mail per day (LIM-8). */
const mailed = defineLimit('user-import-mail', 10_000, day);
/** Reading a file uses the processor, so each account's files are processed one at a time. */
const turns = defineConcurrencyLimit({ atOnce: 1, waiting: 2 });

/** Lines that are validated before other requests get their turn. */
const batch = 250;
const sampleSize = 10;

export interface UserImportsContext extends InvitationContext {
  readonly database: Database;
  readonly audit: Audit;
}

type ImportRequestContext = UserImportsContext & RequestContext;

/** The validated contents of a file. */
interface JudgedFile {
  /** Users of the lines that are valid by themselves. */
  readonly users: readonly ImportedUser[];
  readonly badLines: readonly BadLine[];
  /** Logins and addresses of all lines. */
  readonly named: readonly NamedLine[];
  readonly ignoredColumns: readonly string[];
}

/** Reports what importing a file would do, and every bad line (IMP-4). It stores nothing: the import sends and validates the file again (IMP-5). @throws TooManyRequestsError */
export async function previewImport(context: ImportRequestContext, file: Uint8Array): Promise<ImportPreview> {
  const { database, accountId, locale } = context;
  await files.take(database, accountId);
  return turns.run(database, accountId, async () => {
    try {
      const judged = await judgeFile(context, file);
      const bad = mergeBadLines(
        await judgeForeign(context, database.query, judged.named),
        judgeNames(judged.named, await findNameStatuses(database.query, accountId, lookupNames(judged.named)), locale),
      );
      return present(judged, mergeBadLines(judged.badLines, bad));
    } catch (error) {
      if (error instanceof UnreadableFileError) return presentUnreadable(say(error.said, locale));
      throw error;
    }
  });
}

/**
 * Adds all users of a file in one transaction, or none (IMP-1). They have no password and join by an invitation or a password link. Users of other accounts
 * are not added, but mailed (IMP-7). @param invites whether to mail invitations @throws ImportRefusedError for a bad line; ConfirmationRequiredError for an admin (USR-36); ForbiddenError if the caller is no longer an admin; TooManyRequestsError; TooManyInvitationsError
 */
export async function importUsers(
  context: ImportRequestContext,
  file: Uint8Array,
  invites: boolean,
): Promise<ResponseOf<typeof endpoints.import>> {
  const { database, accountId } = context;
  await files.take(database, accountId);
  return turns.run(database, accountId, async () => {
    const { users, badLines } = await judgeFile(context, file).catch(refuseUnreadable);
    if (badLines.length > 0) throw new ImportRefusedError();
    if (users.some(({ admin }) => admin)) checkConfirmed(context.session);
    const invited = invites ? users.filter(({ active }) => active) : [];
    if (invites) await mailed.take(database, accountId, invited.length);
    const names = await findNameStatuses(database.query, accountId, lookupNames(users));
    const foreign = users.filter(hasForeignAddress(names)).length;
    if (foreign > 0) await foreignAddresses.take(database, accountId, foreign);
    const notAdded = await database
      .transaction((transaction) => addUsers(context, transaction, users, invites))
      .catch(refuseTaken);
    return {
      imported: users.length - notAdded.length,
      invited: invited.filter(({ email }) => !notAdded.includes(email)).length,
      notAdded,
    };
  });
}

const hasForeignAddress =
  (names: KnownNames) =>
  ({ login, email }: ImportedUser): boolean =>
    isForeignAddress(login, names) || isForeignAddress(email, names);

/** @returns the addresses of users of other accounts, who are not added but mailed. */
async function addUsers(
  context: ImportRequestContext,
  transaction: Queryable,
  listed: readonly ImportedUser[],
  invites: boolean,
): Promise<string[]> {
  const { accountId, actor, audit } = context;
  await lockAccountRoles(context, transaction);
  const defaults = await findDefaults(transaction, accountId);
  if ((await judgeForeign(context, transaction, listed)).length > 0) throw new ImportRefusedError();
  await lockNames(transaction);
  const emails = listed.map(({ email }) => email);
  await claimDomainAddresses({ ...context, findDomainAccounts }, transaction, emails);
  const names = await findNameStatuses(transaction, accountId, lookupNames(listed));
  if (judgeNames(listed, names, context.locale).length > 0) throw new ImportRefusedError();
  const isForeign = hasForeignAddress(names);
  const foreign = listed.filter(isForeign);
  const users = listed.filter((user) => !isForeign(user));
  const ids = await insertNewUsers(transaction, accountId, users, defaults);
  const invited = invites
    ? users.flatMap((user, index) => (user.active ? [{ ...user, id: ids[index] as number }] : []))
    : [];
  if (invited.length > 0) await inviteImported(context, transaction, invited);
  if (foreign.length > 0) await mailForeignUsers(context, transaction, lookupNames(foreign));
  const admins = users.filter(({ admin, active }) => admin && active).map(({ email }) => email);
  if (admins.length > 0) await mailOwnerAboutAdmins(context, transaction, admins);
  const detail = { count: users.length, admins: users.filter(({ admin }) => admin).length, invited: invited.length };
  await audit.record({ ...actor, kind: 'usersImported', detail }, transaction);
  return foreign.map(({ email }) => email);
}

async function inviteImported(
  context: ImportRequestContext,
  transaction: Queryable,
  users: readonly (ImportedUser & { readonly id: number })[],
): Promise<void> {
  const { accountId, actor, locale, session } = context;
  const inviterName = userDisplayName(session.user);
  await inviteAddedUsers(context, transaction, { users, accountId, inviterName, actor, locale });
}

/** Informs users of other accounts, once a day, that an account wanted to add them (IMP-7). */
async function mailForeignUsers(
  { accountId, locale, mail }: ImportRequestContext,
  transaction: Queryable,
  names: readonly string[],
): Promise<void> {
  const brand = await findAccountBrand(transaction, accountId);
  const people = await listRecipientsByName(transaction, names);
  if (!brand || people.length === 0) return;
  const emails = people.map(({ email }) => email);
  const informed = await findOftenMailed(transaction, 'wantedElsewhere', emails, 1);
  await mail.enqueueMany(
    transaction,
    people
      .filter((person) => person.accountId !== accountId && !informed.has(person.email.toLowerCase()))
      .map((person) => ({
        template: 'wantedElsewhere' as const,
        data: { accountName: brand.name },
        to: { address: person.email, name: person.name },
        locale: person.locale ?? locale,
        companyId: brand.companyId,
        accountId: person.accountId,
      })),
  );
}

async function judgeForeign(
  context: ImportRequestContext,
  on: Queryable,
  lines: readonly NamedLine[],
): Promise<BadLine[]> {
  const emails = lookupNames(lines).filter((name) => name.includes('@'));
  const foreign = await findForeignAddresses({ ...context, findDomainAccounts }, on, emails);
  return judgeDomains(lines, foreign, context.locale);
}

/** Reads a file and validates its lines individually. @throws UnreadableFileError, TooManyRequestsError */
async function judgeFile({ database, accountId, locale }: ImportRequestContext, file: Uint8Array): Promise<JudgedFile> {
  const read = await readUserFile(file);
  await lines.take(database, accountId, read.lines.length);
  const users: ImportedUser[] = [];
  const badLines: BadLine[] = [];
  const now = new Date();
  for (const [index, line] of read.lines.entries()) {
    const judged = judgeLine(line, locale, now);
    if ('user' in judged) users.push(judged.user);
    else badLines.push(judged.bad);
    if (index % batch === batch - 1) await nextTurn();
  }
  const named = read.lines.map(({ line, cells }) => ({ line, login: cells.login.trim(), email: cells.email.trim() }));
  return { users, badLines, named, ignoredColumns: read.ignoredColumns };
}

function refuseUnreadable(error: unknown): never {
  if (error instanceof UnreadableFileError) throw new ImportRefusedError();
  throw error;
}

/** The unique index can treat names as equal that the check found different. */
function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw new ImportRefusedError();
  throw error;
}

function present({ users, badLines, ignoredColumns }: JudgedFile, allBad: readonly BadLine[]): ImportPreview {
  return {
    rows: users.length + badLines.length,
    admins: users.filter(({ admin }) => admin).length,
    readOnly: users.filter(({ readOnly }) => readOnly).length,
    ignoredColumns: [...ignoredColumns],
    fileProblem: null,
    badLines: [...allBad],
    sample: users
      .slice(0, sampleSize)
      .map(({ login, email, firstName, lastName, admin, readOnly, active, expiresAt }) => ({
        login,
        email,
        firstName,
        lastName,
        admin,
        readOnly,
        active,
        expDate: expiresAt?.toISOString() ?? null,
      })),
  };
}

function presentUnreadable(fileProblem: string): ImportPreview {
  return { rows: 0, admins: 0, readOnly: 0, ignoredColumns: [], fileProblem, badLines: [], sample: [] };
}
