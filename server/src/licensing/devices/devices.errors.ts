import { AppError, InvalidInputError } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';

/** The device's state does not allow the change, for example because another user released it. */
export class DeviceConflictError extends AppError {
  constructor(key: MessageKey & `device.${string}`) {
    super({ code: 'Conflict', message: { key } });
  }
}

export class FloatingLicenseError extends InvalidInputError {
  /** @param property the field that named the license; empty if the URL did */
  constructor(property: 'licenseId' | '') {
    super({ [property]: [{ key: 'license.floating' }] }, { key: 'license.floating' });
  }
}
