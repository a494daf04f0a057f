import { contract, type Locale, type ParsedRequestOf } from '@portico/contract';
import type { Database } from '../../core/db/database.ts';
import { AppError } from '../../core/http/app-error.ts';
import { type CsvCell, dateCell, sendReport } from '../../core/http/csv.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import { findInvitedUsers } from '../links/links.queries.ts';
import { type ReportedUser, readUsers } from './users.report.queries.ts';

/** Reports that an account may request in an hour (LIM-8). */
const reports = defineLimit('user-report', 60, 3_600);

export interface UserReportContext {
  readonly database: Database;
}

type CallContext = UserReportContext & RequestContext;
type Query = ParsedRequestOf<typeof contract.users.report>['query'];

/** The requested format is not supported. */
class ReportFormatError extends AppError {
  constructor() {
    super({ code: 'BadRequest', message: { key: 'problem.report' } });
  }
}

const columns = [
  'report.user.login',
  'report.user.email',
  'report.user.firstName',
  'report.user.lastName',
  'report.user.phone',
  'report.user.comments',
  'report.user.role',
  'report.user.readOnly',
  'report.user.status',
  'report.user.expiration',
  'report.user.lastLogin',
] as const satisfies readonly MessageKey[];

export function userReportRoutes(context: UserReportContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(contract.users.report, async ({ context, query, reply }) => {
      if (query.format.toLowerCase() !== 'csv') throw new ReportFormatError();
      await reports.take(context.database, context.accountId);
      return sendReport(reply, { name: 'users', columns, rows: reportRows(context, query) }, context, query);
    }),
  ];
}

/** All users that the list would find, in its order (IMP-8). Memory does not grow with their number. */
async function* reportRows({ database, accountId, locale }: CallContext, query: Query): AsyncGenerator<CsvCell[]> {
  for await (const users of readUsers(database, accountId, query)) {
    const invited = await findInvitedUsers(
      database.query,
      users.map(({ id }) => id),
    );
    for (const user of users) yield formatReportRow(user, invited.has(user.id), locale);
  }
}

function formatReportRow(user: ReportedUser, isInvited: boolean, locale: Locale): CsvCell[] {
  const say = (key: MessageKey) => translate(locale, key);
  return [
    user.login,
    user.email,
    user.first_name,
    user.last_name,
    user.phone,
    user.comments,
    say(`report.user.role.${user.is_owner ? 'owner' : user.is_admin ? 'admin' : 'user'}`),
    say(user.read_only ? 'report.yes' : 'report.no'),
    say(`report.user.status.${userStatus(user, isInvited)}`),
    dateCell(user.expires_at),
    dateCell(user.last_login_at),
  ];
}

function userStatus({ active, expires_at }: ReportedUser, isInvited: boolean): 'active' | 'inactive' | 'invited' {
  const end = dateCell(expires_at);
  if (!active || (end !== null && end <= new Date())) return 'inactive';
  return isInvited ? 'invited' : 'active';
}
