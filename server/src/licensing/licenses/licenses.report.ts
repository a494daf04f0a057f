import type { License, Locale } from '@portico/contract';
import { type CsvCell, dateCell } from '../../core/http/csv.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import type { LicenseRow } from './licenses.queries.ts';
import { unlimited } from './licenses.rules.ts';
import { type CallContext, presentLicenses } from './licenses.service.ts';
import { type LicenseSelection, listLicensesAfter } from './licenses-list.queries.ts';

/** The maximum number of rows in memory at a time. */
const rowsAtOnce = 200;

export const reportColumns = [
  'report.license.number',
  'report.license.serialNumber',
  'report.license.orderNumber',
  'report.license.orderDate',
  'report.license.status',
  'report.license.trial',
  'report.license.model',
  'report.license.products',
  'report.license.version',
  'report.license.plan',
  'report.license.expirationDate',
  'report.license.devices',
  'report.license.used',
  'report.license.exceeded',
] as const satisfies readonly MessageKey[];

const statuses = { 1: 'license.active', 2: 'license.pending', 3: 'license.canceled' } as const;
const models = ['license.hostLocked', 'license.floatingModel'] as const;

/** The rows of the report, in the order of the list (LCN-5). They are read in parts, so that memory does not grow with them. */
export async function* reportRows(context: CallContext, selection: LicenseSelection): AsyncGenerator<CsvCell[]> {
  const { accountId, database, locale } = context;
  let after: number | null = null;
  for (;;) {
    const rows: LicenseRow[] = await listLicensesAfter(database.query, accountId, selection, after, rowsAtOnce);
    for (const license of await presentLicenses(context, rows)) yield reportRow(license, locale);
    if (rows.length < rowsAtOnce) return;
    after = (rows.at(-1) as LicenseRow).id;
  }
}

function reportRow(license: License, locale: Locale): CsvCell[] {
  const say = (key: MessageKey) => translate(locale, key);
  const { products } = license;
  return [
    license.number,
    license.serialNumber,
    license.orderNumber,
    dateCell(license.orderDate),
    say(license.status === 1 && license.isExpired ? 'license.expired' : statuses[license.status]),
    say(license.trial ? 'license.yes' : 'license.no'),
    say(models[license.licenseModel]),
    products.map(({ name }) => name).join(', '),
    products.flatMap(({ version }) => version ?? []).join(', '),
    license.planName,
    dateCell(license.expirationDate),
    license.hardwareIdQuantity === unlimited ? say('license.unlimited') : license.hardwareIdQuantity,
    license.usedHardwareIdQuantity,
    license.exceededHardwareIdQuantity,
  ];
}
