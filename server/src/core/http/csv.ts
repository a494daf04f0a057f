import { pipeline, Readable } from 'node:stream';
import type { Locale, ReportReader } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { isDatabaseUnavailable } from '../db/database.ts';
import { formatExact, type MessageKey, translate } from '../messages/index.ts';
import { AppError, UnavailableError } from './app-error.ts';
import type { RequestContext } from './request-context.ts';

/** A value in a report. Null is an empty cell. */
export type CsvCell = string | number | Date | AmountCell | null;

type AmountCell = { readonly cents: number };

/** The cell for an amount of money, which is written in units of its currency. @param cents may be negative */
export function amountCell(cents: number): AmountCell {
  return { cents };
}

/** A report that failed before its first row. */
class ReportError extends AppError {
  constructor(cause: unknown) {
    super({ code: 'InternalError', message: { key: 'problem.report' }, cause });
  }
}

/** The cell for a moment that may be missing. */
export function dateCell(at: Date | string | null): Date | null {
  return at === null ? null : new Date(at);
}

/** How the cells of a file are separated and written. */
interface CsvFormat {
  readonly delimiter: ',' | ';';
  readonly decimalMark: '.' | ',';
  readonly writeTime: (moment: Date) => string;
}

/** The format for programs, in any language and time zone (IMP-11). */
const programFormat: CsvFormat = { delimiter: ',', decimalMark: '.', writeTime: (moment) => moment.toISOString() };

/** The format that spreadsheet programs in a language expect (IMP-11). Times are as in UI-2. */
export function spreadsheetFormat(locale: Locale, timeZone: string): CsvFormat {
  const marks = locale === 'fr' ? ({ delimiter: ';', decimalMark: ',' } as const) : programFormat;
  return { ...marks, writeTime: (moment) => formatExact(moment, locale, timeZone) };
}

/** The user who gets a report. */
type Reader = Pick<RequestContext, 'locale' | 'session'>;

/**
 * Responds with a report as a CSV file. Its header is in the reader's language. Its times are in the reader's time
 * zone (SET-11), or in UTC for a program.
 * @param columns names of the columns; names of time columns contain `{zone}` @param query says who reads the file (IMP-11)
 * @throws ReportError as `sendCsv`; UnavailableError while the account reads another report, or the process writes too many (IMP-9)
 */
export function sendReport(
  reply: FastifyReply,
  { name, columns, rows }: { name: string; columns: readonly MessageKey[]; rows: AsyncIterable<readonly CsvCell[]> },
  { locale, session: { account, timeZone } }: Reader,
  query: { readonly for: ReportReader },
): Promise<FastifyReply> {
  const isForProgram = query.for === 'program';
  const header = columns.map((key) => translate(locale, key, { zone: isForProgram ? 'UTC' : timeZone }));
  const format = isForProgram ? programFormat : spreadsheetFormat(locale, timeZone);
  return sendCsv(reply, name, header, takeTurn(account.id, rows), format);
}

/** Reports that a process writes at once (IMP-9). Each may hold a database connection until its reader has received it. */
const maxReports = 6;

/** A download ends after this time, because a slow reader holds a connection (IMP-9). */
const maxMilliseconds = 120_000;

/** The accounts that read a report of this process. */
const readingAccounts = new Set<number>();

/** Reads the rows of an account's only report at a time. @throws UnavailableError at the first row */
async function* takeTurn<Row>(accountId: number, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  if (readingAccounts.has(accountId) || readingAccounts.size >= maxReports) throw new UnavailableError('problem.busy');
  readingAccounts.add(accountId);
  try {
    yield* rows;
  } finally {
    readingAccounts.delete(accountId);
  }
}

/**
 * Streams rows as a CSV file in constant memory. Cells cannot be taken for formulas. A failure after the first row
 * aborts the download.
 * @param name of the file, without its extension @param lasts milliseconds until the download is aborted
 * @throws ReportError before the first row
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  header: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]>,
  { delimiter, decimalMark, writeTime } = programFormat,
  lasts = maxMilliseconds,
): Promise<FastifyReply> {
  const remaining = rows[Symbol.asyncIterator]();
  const first = await readNextRow(remaining);
  // Loaded on first use.
  const { stringify } = await import('csv-stringify');
  const file = stringify({
    bom: true,
    delimiter,
    // A spreadsheet may split cells at the separator of another language, whatever the file says. No formula begins
    // with a digit, so decimals need no quotes.
    quoted_match: /[;\t"\r\n]|,(?!\d)/,
    cast: {
      string: makeInert,
      date: writeTime,
      object: (amount) => ((amount as AmountCell).cents / 100).toFixed(2).replace('.', decimalMark),
    },
  });
  const end = setTimeout(() => file.destroy(new Error('the reader was too slow')), lasts);
  pipeline(Readable.from(remainingRows(header, first, remaining)), file, (error) => {
    clearTimeout(end);
    if (error && !reply.raw.destroyed) reply.log.error({ err: error }, 'a report was aborted');
  });
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w-]/g, '')}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(file);
}

async function readNextRow<Row>(rows: AsyncIterator<Row>): Promise<IteratorResult<Row>> {
  try {
    return await rows.next();
  } catch (error) {
    if (error instanceof AppError || isDatabaseUnavailable(error)) throw error;
    throw new ReportError(error);
  }
}

async function* remainingRows<Row>(
  header: readonly string[],
  first: IteratorResult<Row>,
  remaining: AsyncIterator<Row>,
): AsyncGenerator<Row | readonly string[]> {
  try {
    yield header;
    for (let current = first; !current.done; current = await remaining.next()) yield current.value;
  } finally {
    await remaining.return?.();
  }
}

/** A text that a spreadsheet could take for a formula. The pattern skips leading spaces and invisible characters. */
const formula = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;
/** The library's own protection would also change amounts. */
function makeInert(value: string): string {
  return formula.test(value) ? `'${value}` : value;
}
