import { Readable } from 'node:stream';
import { type ImportColumn, importColumns, locales, maxImportedUsers } from '@portico/contract';
import { isTimeZone } from '../../accounts/index.ts';
import type { Said } from '../../core/http/app-error.ts';
import { translate } from '../../core/messages/index.ts';

/** A data line with its cells. Missing cells are empty. */
export interface FileLine {
  /** The line number of its beginning, from 1. */
  readonly line: number;
  readonly cells: Readonly<Record<ImportColumn, string>>;
  /** Time zone of a time in the column `expDate`: that of the report of users, or UTC. */
  readonly timeZone: string;
  /** Whether it has more cells than the header. */
  readonly isTooLong: boolean;
}

export interface UserFile {
  readonly lines: readonly FileLine[];
  /** Shortened names of columns that are not imported. */
  readonly ignoredColumns: readonly string[];
}

/** The file is unreadable as a whole. */
export class UnreadableFileError extends Error {
  readonly said: Said;

  constructor(said: Said) {
    super('the file cannot be read');
    this.said = said;
  }
}

const requiredColumns = ['login', 'email', 'firstName'] as const satisfies readonly ImportColumn[];
/** Maximum number of columns, including those that are not imported. */
const maxColumns = 100;
/** Characters that are parsed before other requests get their turn. */
const chunk = 64 * 1024;
const shownColumns = 20;
const shownCharacters = 40;

/** Reads a CSV file of users (IMP-2): UTF-8 with or without a byte order mark, cells separated by commas, semicolons or tabs. @throws UnreadableFileError */
export async function readUserFile(file: Uint8Array): Promise<UserFile> {
  const text = decode(file);
  const records = await parseRecords(text);
  const [header, ...lines] = records;
  if (!header) throw unreadable({ key: 'import.empty' });
  const columns = readHeader(header.cells);
  const timeZone = header.cells.map(readReportedEnd).find((zone) => zone !== undefined) ?? 'UTC';
  if (lines.length === 0) throw unreadable({ key: 'import.noUsers' });
  return {
    lines: lines.map(({ line, cells }) => ({
      line,
      cells: readCells(columns, cells),
      timeZone,
      isTooLong: cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''),
    })),
    ignoredColumns: header.cells
      .filter((name, index) => columns[index] === null && name.trim() !== '')
      .slice(0, shownColumns)
      .map(shorten),
  };
}

/** A text of the file that is safe to repeat: without control characters, and at most as long as a name. */
export function shorten(text: string): string {
  const shown = text.replace(/\p{Cc}+/gu, ' ').trim();
  return shown.length > shownCharacters ? `${[...shown].slice(0, shownCharacters).join('')}…` : shown;
}

function unreadable(said: Said): UnreadableFileError {
  return new UnreadableFileError(said);
}

/** The text of a file with `\n` line breaks, because the parser would count `\r\n` twice within a cell. */
function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file).replace(/\r\n?/g, '\n');
  } catch {
    throw unreadable({ key: 'import.notUtf8' });
  }
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** All non-empty records, up to one more than the maximum. */
async function parseRecords(file: string): Promise<CsvRecord[]> {
  // Spreadsheets write a first line such as `sep=;`. Its line break stays, so that lines keep their numbers.
  const separator = /^sep=(.)(?=\n)/i.exec(file);
  const text = separator ? file.slice(separator[0].length) : file;
  // Loaded on first use.
  const { CsvError, parse } = await import('csv-parse');
  const parser = Readable.from(splitIntoChunks(text)).pipe(
    parse({
      delimiter: separator?.[1] ?? detectDelimiter(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }),
  );
  const records: CsvRecord[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > maxColumns) throw unreadable({ key: 'import.tooWide', values: { most: maxColumns } });
      if (records.length > maxImportedUsers)
        throw unreadable({ key: 'import.tooLong', values: { most: maxImportedUsers } });
      records.push({ line: info.lines - lineBreaksIn(record), cells: record });
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw unreadable({ key: 'import.quotes', values: { line: Number(error.lines ?? 1) } });
    throw error;
  }
  return records;
}

function* splitIntoChunks(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += chunk) yield text.slice(from, from + chunk);
}

/** The most frequent separator in the first non-empty line. */
function detectDelimiter(text: string): string {
  const first = text.split(/\n+/, 3).find((line) => line.trim() !== '') ?? '';
  const [most] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, count: first.split(delimiter).length }))
    .sort((one, other) => other.count - one.count);
  return most?.delimiter ?? ',';
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
}

/** A column name for comparison, without case, accents and word separators. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}\s_.-]/gu, '');
const reportColumns = ['login', 'email', 'firstName', 'lastName', 'phone', 'comments', 'readOnly'] as const;
/** Columns by their name in the template, in the report of users in each language, and by usual other names. */
const columnsByName = new Map<string, ImportColumn>([
  ...importColumns.map((column) => [plain(column), column] as const),
  ...reportColumns.flatMap((column) =>
    locales.map((locale) => [plain(translate(locale, `report.user.${column}`)), column] as const),
  ),
  ...['Adresse e-mail', 'Adresse courriel', 'Email address', 'E-mail address'].map(
    (name) => [plain(name), 'email'] as const,
  ),
  ...['Nom de famille', 'Surname'].map((name) => [plain(name), 'lastName'] as const),
  ...locales.map((locale) => [plain(translate(locale, 'report.user.role')), 'admin'] as const),
  ...locales.map((locale) => [plain(translate(locale, 'report.user.status')), 'active'] as const),
]);
const reportedEnds = new Set(locales.map((locale) => plain(translate(locale, 'report.user.expiration', { zone: '' }))));

/** The time zone that the report of users names in its column of the end of access; undefined for any other column. */
function readReportedEnd(name: string): string | undefined {
  const [, title, zone = ''] = /^(.+)\((.+)\)\s*$/.exec(name) ?? [];
  return title !== undefined && reportedEnds.has(plain(`${title}()`)) && isTimeZone(zone) ? zone : undefined;
}

/** The column of each cell; null for one that is not imported. */
function readHeader(names: readonly string[]): (ImportColumn | null)[] {
  const columns = names.map(
    (name) => columnsByName.get(plain(name)) ?? (readReportedEnd(name) === undefined ? null : 'expDate'),
  );
  const twice = columns.find((column, index) => column !== null && columns.indexOf(column) !== index);
  if (twice) throw unreadable({ key: 'import.columnTwice', values: { column: twice } });
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw unreadable({ key: 'import.columnsMissing', values: { columns: missing.join(', '), count: missing.length } });
  return columns;
}

function readCells(
  columns: readonly (ImportColumn | null)[],
  cells: readonly string[],
): Readonly<Record<ImportColumn, string>> {
  const found = new Map(columns.map((column, index) => [column, unquoteFormula(cells[index] ?? '')]));
  return Object.fromEntries(importColumns.map((column) => [column, found.get(column) ?? ''])) as Record<
    ImportColumn,
    string
  >;
}

/** Removes the apostrophe that reports put before a possible formula, such as a phone number. */
function unquoteFormula(cell: string): string {
  return /^'[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(cell) ? cell.slice(1) : cell;
}
