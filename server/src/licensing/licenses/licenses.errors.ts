import { AppError } from '../../core/http/app-error.ts';

/** All seats of the license are taken (DEV-3). */
export class LicenseFullError extends AppError {
  constructor(quantity: number) {
    super({ code: 'LicenseFull', message: { key: 'license.full', values: { quantity } } });
  }
}

/** The license is pending, canceled or expired (LCN-4). */
export class LicenseNotActiveError extends AppError {
  constructor() {
    super({ code: 'LicenseNotActive', message: { key: 'license.notActive' } });
  }
}
