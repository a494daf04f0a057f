import type { DeviceDetails, devices as endpoints, ParsedRequestOf } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { LicenseFullError, LicenseNotActiveError } from '../licenses/licenses.errors.ts';
import { type LicenseRow, listHostLockedLicenses, lockLicense } from '../licenses/licenses.queries.ts';
import { hasFreeSeat, isUsable } from '../licenses/licenses.rules.ts';
import { assertHardwareIdFree, changeDevices, createEvent, recordEvents, updateSeats } from './devices.change.ts';
import type { CallContext, DeviceCallContext } from './devices.context.ts';
import { FloatingLicenseError } from './devices.errors.ts';
import { insertDevice } from './devices.queries.ts';
import { describeDevice } from './devices.service.ts';

type NewDevice = ParsedRequestOf<typeof endpoints.add>['body'];

/** The maximum number of characters in a name. */
const maxNameLength = 100;

/** Adds a device to the given or only suitable license. @throws InvalidInputError naming the field; LicenseFullError (DEV-3); LicenseNotActiveError (LCN-4) */
export function addDevice(context: CallContext, { licenseId, ...details }: NewDevice): Promise<DeviceDetails> {
  return changeDevices(context, async (context, transaction) => {
    const chosen = licenseId ?? (await chooseLicense(context, transaction));
    const license = chosen && (await lockLicense(transaction, context.accountId, chosen));
    if (!license) throw new InvalidInputError({ licenseId: [{ key: 'license.choose' }] });
    if (license.licenseModel === 1) throw new FloatingLicenseError('licenseId');
    return addDeviceTo(context, transaction, license, details);
  });
}

/** The only usable license, or the only usable one with a free seat; undefined if there are several. */
async function chooseLicense({ accountId, catalog }: CallContext, on: Queryable): Promise<number | undefined> {
  const usable = (await listHostLockedLicenses(on, accountId)).filter((license) => isUsable(license, catalog.now()));
  const suitable = usable.length > 1 ? usable.filter(hasFreeSeat) : usable;
  return suitable.length === 1 ? suitable[0]?.id : undefined;
}

/** Adds a device to a license. Its default name is its hardware ID (DEV-12). @throws as `addDevice`; NotFoundError also for another account's license */
export function addDeviceToLicense(
  context: CallContext,
  licenseId: number,
  { name, ...details }: Omit<NewDevice, 'licenseId'>,
): Promise<DeviceDetails> {
  return changeDevices(context, async (context, transaction) => {
    const license = await lockLicense(transaction, context.accountId, licenseId);
    if (!license) throw new NotFoundError();
    if (license.licenseModel === 1) throw new FloatingLicenseError('');
    return addDeviceTo(context, transaction, license, {
      ...details,
      name: name || details.hardwareId.slice(0, maxNameLength),
    });
  });
}

async function addDeviceTo(
  context: DeviceCallContext,
  on: Queryable,
  license: LicenseRow,
  { name, hardwareId, ipAddress, comment }: Omit<NewDevice, 'licenseId'>,
): Promise<DeviceDetails> {
  if (!isUsable(license, context.catalog.now())) throw new LicenseNotActiveError();
  await assertHardwareIdFree(context, on, license, hardwareId);
  if (!hasFreeSeat(license)) throw new LicenseFullError(license.quantity);
  const { accountId } = context;
  const values = { accountId, licenseId: license.id, name, hardwareId, ipAddress: ipAddress || null, comment };
  const added = await insertDevice(on, { ...values, status: 3 });
  await updateSeats(on, license, 1);
  await recordEvents(context, on, 'deviceAdded', [createEvent(context, added, 'added')]);
  return describeDevice(context, on, added, license);
}
