import { listAnswer } from '../../core/http/list-answer.ts';
import { sumCountersByDay } from '../devices/counters.queries.ts';
import { countDevices, listDevicesOfLicense } from '../devices/devices.lists.queries.ts';
import { sumUseByDay } from '../devices/usage.queries.ts';
import { type CallServices, chooseLicense } from './choose-license.ts';
import type { Answer, Body, Call } from './licensing.context.ts';
import { presentDevice } from './licensing.presentation.ts';

/** The devices of a license that are not released, the first assigned first. @throws LicensingError as `chooseLicense` */
export async function listDevices(
  context: CallServices,
  call: Call<Body<'listDevices'>>,
): Promise<Answer<'listDevices'>> {
  const on = context.database.query;
  const { license } = await chooseLicense(context, call);
  const { page, pageSize } = call.body;
  const filter = { of: { licenseId: license.id }, textFilter: '' };
  const [rows, total] = await Promise.all([
    listDevicesOfLicense(on, filter, { page, pageSize, sortField: 'assigned', order: 'asc' }),
    countDevices(on, filter),
  ]);
  const items = rows.map((row) => ({
    ...presentDevice(row),
    lastActivity: row.lastActivityAt?.toISOString() ?? null,
  }));
  return listAnswer(items, total, { page, pageSize });
}

/** The usage of a license on each day of a span. @throws LicensingError as `chooseLicense` */
export async function readUsage(context: CallServices, call: Call<Body<'readUsage'>>): Promise<Answer<'readUsage'>> {
  const { license } = await chooseLicense(context, call);
  const { from, to } = call.body;
  const on = context.database.query;
  const [days, counters] = await Promise.all([
    sumUseByDay(on, [license.id], { from, to }),
    sumCountersByDay(on, [license.id], { from, to }),
  ]);
  return { days: days.map(({ wasFull, ...day }) => ({ ...day, counters: counters.get(day.day) ?? {} })) };
}
