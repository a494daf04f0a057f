import type { AuditEvent, AuditUser, AuditValue, Locale } from '@portico/contract';
import type { CsvCell } from '../../core/http/csv.ts';
import { localizedColon, type MessageKey, translate } from '../../core/messages/index.ts';
import { presentEvent } from './audit-log.presentation.ts';
import { type EventRow, listEventsAfter } from './audit-log.queries.ts';
import { type CallContext, createSelection, findEventUsers, type LogFilter } from './audit-log.service.ts';

/** Rows read per batch. */
const batchSize = 200;

export const reportColumns = [
  'report.audit.at',
  'report.audit.utc',
  'report.audit.event',
  'report.audit.kind',
  'report.audit.user',
  'report.audit.realUser',
  'report.audit.actingReason',
  'report.audit.changes',
  'report.audit.facts',
  'report.audit.address',
  'report.audit.requestId',
] as const satisfies readonly MessageKey[];

/** The rows of the report, newest first. They are read in batches, so memory does not grow with their number. */
export async function* reportRows(context: CallContext, filter: LogFilter): AsyncGenerator<CsvCell[]> {
  const { database, locale } = context;
  const selection = createSelection(context, filter);
  let after: EventRow | null = null;
  for (;;) {
    const rows: EventRow[] = await listEventsAfter(database.query, selection, after, batchSize);
    const users = await findEventUsers(context, rows);
    for (const row of rows) yield reportRow(presentEvent(row, users, locale), locale);
    if (rows.length < batchSize) return;
    after = rows.at(-1) as EventRow;
  }
}

function reportRow(event: AuditEvent, locale: Locale): CsvCell[] {
  const colon = localizedColon(locale);
  return [
    new Date(event.at),
    event.at,
    event.text,
    event.kind,
    formatUser(event.user),
    formatUser(event.realUser),
    event.actingReason,
    event.changes
      .map(
        ({ label, before, after }) => `${label}${colon}${formatValue(before, locale)} → ${formatValue(after, locale)}`,
      )
      .join('; ') || null,
    event.facts.map(({ label, value, text }) => `${label}${colon}${text ?? formatValue(value, locale)}`).join('; ') ||
      null,
    event.address,
    event.requestId,
  ];
}

const formatUser = (user: AuditUser | null): string | null => user && `${user.name} (#${user.id})`;

function formatValue(value: AuditValue, locale: Locale): string {
  if (typeof value === 'boolean') return translate(locale, value ? 'audit.yes' : 'audit.no');
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? '–' : text;
}
