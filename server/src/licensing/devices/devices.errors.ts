import { AppError, InvalidInputError } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';

/** A device is not in the state that the change needs, such as one that somebody else released in the meantime. */
export class DeviceConflictError extends AppError {
  constructor(key: MessageKey & `device.${string}`) {
    super({ code: 'Conflict', message: { key } });
  }
}

/** Devices of a floating license register by themselves. */
export class FloatingLicenseError extends InvalidInputError {
  /** @param property the field that named the license; empty where the address did. */
  constructor(property: 'licenseId' | '') {
    super({ [property]: [{ key: 'license.floating' }] }, { key: 'license.floating' });
  }
}
