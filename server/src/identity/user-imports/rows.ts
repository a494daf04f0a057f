import { type BadLine, type ImportColumn, importColumns, type Locale, locales, personFields } from '@portico/contract';
import { z } from 'zod';
import { findZonedMoment, type ListedUser, mayBeLogin } from '../../accounts/index.ts';
import { type Said, say } from '../../core/http/app-error.ts';
import { describeIssues, findUnstorableText } from '../../core/http/validation.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import { type FileLine, shorten } from './csv-file.ts';

/** A user described by a line. */
export interface ImportedUser extends ListedUser {
  readonly line: number;
}

/** A line's user, or its problems. */
export type JudgedLine = { readonly user: ImportedUser } | { readonly bad: BadLine };

const personDetails = z.object(personFields);

/** Validates one line by itself (IMP-3). @param now the earliest allowed end of access */
export function judgeLine({ line, cells, timeZone, isTooLong }: FileLine, locale: Locale, now: Date): JudgedLine {
  const problems: BadLine['problems'] = [];
  const refuse = (column: ImportColumn | null, said: Said) => problems.push({ column, message: say(said, locale) });
  if (isTooLong) refuse(null, { key: 'import.cells' });
  const { admin, readOnly, active, expDate, ...texts } = cells;
  const details = personDetails.safeParse(texts, { reportInput: true });
  const issues = details.success ? findUnstorableText(details.data) : details.error.issues;
  for (const [column, messages] of Object.entries(describeIssues(issues, locale)))
    for (const message of messages) problems.push({ column: findColumn(column), message });
  if (details.success && !mayBeLogin(details.data.login, { login: details.data.email, email: details.data.email }))
    refuse('login', { key: 'user.loginAddress' });
  const flags = {
    admin: readFlag(admin, roles),
    readOnly: readFlag(readOnly),
    active: readFlag(active.trim() || 'yes', statuses),
  };
  for (const column of ['admin', 'readOnly', 'active'] as const)
    if (flags[column] === undefined) refuse(column, { key: 'import.flag', values: { field: column } });
  const expiresAt = readEnd(expDate, timeZone);
  if (expiresAt === undefined) refuse('expDate', { key: 'import.date', values: { field: 'expDate' } });
  else if (expiresAt && expiresAt <= now && flags.active)
    refuse('expDate', { key: 'import.datePast', values: { field: 'expDate' } });
  if (!details.success || problems.length > 0) return { bad: { line, login: shorten(cells.login), problems } };
  const { login, email, firstName, lastName, phone, comments } = details.data;
  const { admin: isAdmin = false, readOnly: isReadOnly = false, active: isActive = true } = flags;
  const standing = { admin: isAdmin, readOnly: isReadOnly, active: isActive, expiresAt: expiresAt ?? null };
  return { user: { line, login, email, firstName, lastName, phone, comments, ...standing } };
}

/** A line's login and address, as typed. */
export interface NamedLine {
  readonly line: number;
  readonly login: string;
  readonly email: string;
}

/** Known names: the key for comparison, whether a user has it, and whether only users of other accounts do. */
export type KnownNames = ReadonlyMap<
  string,
  { readonly key: string; readonly isTaken: boolean; readonly isElsewhere: boolean }
>;

/** Whether a name is an address of another account's user. Imports do not reveal who that is (IMP-7). */
export function isForeignAddress(name: string, names: KnownNames): boolean {
  return name.includes('@') && names.get(name)?.isElsewhere === true;
}

/** The names that are valid for a lookup. */
export function lookupNames(lines: readonly NamedLine[]): string[] {
  return lines
    .flatMap(({ login, email }) => [login, email])
    .filter((name) => name !== '' && name.length <= 320 && !/\p{Cc}/u.test(name) && name.isWellFormed());
}

/** Lines whose login or address belongs to a user or an earlier line (USR-2), in the file's order. Addresses of other accounts' users are no problem (IMP-7). */
export function judgeNames(named: readonly NamedLine[], names: KnownNames, locale: Locale): BadLine[] {
  const firstLines = new Map<string, number>();
  return named.flatMap(({ line, ...own }): BadLine[] => {
    const problems: BadLine['problems'] = [];
    for (const column of ['login', 'email'] as const) {
      const known = names.get(own[column]);
      if (!known) continue;
      const first = firstLines.get(known.key) ?? line;
      firstLines.set(known.key, first);
      const said = nameProblem(column, {
        isTaken: known.isTaken && !isForeignAddress(own[column], names),
        line,
        first,
      });
      if (said) problems.push({ column, message: say(said, locale) });
    }
    return problems.length > 0 ? [{ line, login: shorten(own.login), problems }] : [];
  });
}

function nameProblem(
  field: string,
  { isTaken, line, first }: { readonly isTaken: boolean; readonly line: number; readonly first: number },
): Said | undefined {
  if (isTaken) return { key: 'session.taken', values: { field } };
  return first === line ? undefined : { key: 'import.twice', values: { field, line: first } };
}

/** Lines whose address is in `foreign`: at a mail domain that another account has proved (USR-30). */
export function judgeDomains(named: readonly NamedLine[], foreign: ReadonlySet<string>, locale: Locale): BadLine[] {
  const message = say({ key: 'user.foreignDomain' }, locale);
  return named.flatMap(({ line, login, email }): BadLine[] =>
    foreign.has(email) ? [{ line, login: shorten(login), problems: [{ column: 'email', message }] }] : [],
  );
}

/** Merges two lists of bad lines; a line is listed once with all its problems. */
export function mergeBadLines(one: readonly BadLine[], other: readonly BadLine[]): BadLine[] {
  const merged = new Map(one.map((bad) => [bad.line, bad]));
  for (const bad of other) {
    const before = merged.get(bad.line);
    merged.set(bad.line, before ? { ...before, problems: [...before.problems, ...bad.problems] } : bad);
  }
  return [...merged.values()].sort((first, second) => first.line - second.line);
}

function findColumn(name: string): ImportColumn | null {
  return importColumns.find((column) => column === name) ?? null;
}

const yes = new Set(['true', 'yes', 'y', '1', 'x', 'oui', 'o', 'vrai']);
const no = new Set(['', 'false', 'no', 'n', '0', 'non', 'faux']);

/** Words of the report of users that mean yes or no, in lower case. */
const translateWords = (keys: Readonly<Partial<Record<MessageKey, boolean>>>) =>
  new Map(
    Object.entries(keys).flatMap(([key, means]) =>
      locales.map((locale) => [translate(locale, key as MessageKey).toLowerCase(), means] as const),
    ),
  );
const roles = translateWords({
  'report.user.role.owner': true,
  'report.user.role.admin': true,
  'report.user.role.user': false,
});
const statuses = translateWords({
  'report.user.status.active': true,
  'report.user.status.invited': true,
  'report.user.status.inactive': false,
});

/** A yes or no in English or French spelling, or one of `words`; undefined for anything else. */
function readFlag(cell: string, words?: ReadonlyMap<string, boolean>): boolean | undefined {
  const word = cell.trim().toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : words?.get(word);
}

const date = /^(\d{4})-(\d{2})-(\d{2})$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;

/** Times of the report of users in French and in English, without seconds. */
const reportedTimes = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{1,2}):(?<minute>\d{2})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}) (?<hour>\d{1,2}):(?<minute>\d{2})(?: (?<half>AM|PM))?$/,
];

/** A time of the report of users, in its time zone. */
function readReportedTime(text: string, timeZone: string): Date | undefined {
  const found = reportedTimes.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return undefined;
  const { year = '', month = '', day = '', hour = '', minute = '', half } = found;
  const hours = half ? (Number(hour) % 12) + (half === 'PM' ? 12 : 0) : Number(hour);
  const shown = [month, day, hours, minute].map((part) => String(part).padStart(2, '0'));
  const time = new Date(`${year}-${shown[0]}-${shown[1]}T${shown[2]}:${shown[3]}Z`);
  const valid = validDate(time, `${year}-${shown[0]}-${shown[1]}`);
  return valid && findZonedMoment(timeZone, valid);
}

/** The end of access in UTC: the end of the named day, or the named moment. Null for an empty cell, undefined for anything else. */
function readEnd(cell: string, timeZone: string): Date | null | undefined {
  const text = cell.trim();
  if (text === '') return null;
  if (moment.test(text)) return validDate(new Date(text), text.slice(0, 10));
  const [, year, month, day] = date.exec(text) ?? [];
  if (day === undefined) return readReportedTime(text, timeZone);
  const start = validDate(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))), text);
  return start && new Date(start.getTime() + 24 * 60 * 60 * 1000);
}

/** Undefined for an invalid date, such as February 30. */
function validDate(moment: Date, day: string): Date | undefined {
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? moment : undefined;
}
