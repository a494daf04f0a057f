import type { devices as endpoints, ParsedRequestOf } from '@portico/contract';
import { type CsvCell, dateCell } from '../../core/http/csv.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import type { CallContext } from './devices.context.ts';
import { readDevices } from './devices.lists.queries.ts';
import { createFilter, createNaming, findDeviceLicenses, getLicense, presentRows } from './devices.service.ts';

type ExportQuery = ParsedRequestOf<typeof endpoints.export>['query'];

export const reportColumns = [
  'report.name',
  'report.hardwareId',
  'report.status',
  'report.product',
  'report.license',
  'report.ipAddress',
  'report.comment',
  'report.assigned',
  'report.updated',
  'report.lastActivity',
] as const satisfies readonly MessageKey[];

const statuses = [
  'device.status.active',
  'device.status.exceeded',
  'device.status.blocked',
  'device.status.pending',
  'device.status.canceled',
  'device.status.deleted',
] as const satisfies readonly MessageKey[];

/** The rows of the report, in the order of the list, read in parts to limit memory. @throws NotFoundError for another account's license */
export async function* reportRows(context: CallContext, query: ExportQuery): AsyncGenerator<CsvCell[]> {
  const { database, locale } = context;
  const { licenseId } = query;
  if (licenseId !== undefined) await getLicense(context, licenseId);
  const filter = await createFilter(context, query);
  const of = licenseId === undefined ? filter.of : { licenseId };
  const naming = await createNaming(context);
  for await (const rows of readDevices(database.query, { ...filter, of }, query)) {
    const licenses = await findDeviceLicenses(context, rows);
    for (const device of presentRows(rows, licenses, naming)) {
      yield [
        device.name,
        device.hardwareId,
        translate(locale, statuses[device.status]),
        device.productName,
        device.licenseNumber,
        device.ipAddress,
        device.comment,
        dateCell(device.assigned),
        dateCell(device.updated),
        dateCell(device.lastActivity),
      ];
    }
  }
}
