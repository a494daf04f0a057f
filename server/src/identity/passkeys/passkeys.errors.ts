import { AppError } from '../../core/http/app-error.ts';

/** The user has the maximum number of passkeys (PSK-7). */
export class TooManyPasskeysError extends AppError {
  constructor(most: number) {
    super({ code: 'Conflict', message: { key: 'passkeys.tooMany', values: { most } } });
  }
}

/** The passkey is registered already. */
export class KnownPasskeyError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'passkeys.known' } });
  }
}

/** The passkey or its answer is invalid: unknown, wrongly signed, too old, used, or of another browser. The response is the same for all. */
export class PasskeyRefusedError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'passkeys.refused' },
      propertyErrors: { '': [{ key: 'passkeys.refused' }] },
    });
  }
}

/** The user could not sign in without this method. */
export class LastWayInError extends AppError {
  constructor() {
    super({ code: 'LastWayIn', message: { key: 'waysIn.last' } });
  }
}

/** The account requires a second factor, and the passkey is the user's last. */
export class LastFactorError extends AppError {
  constructor() {
    super({ code: 'SecondFactorRequired', message: { key: 'passkeys.lastFactor' } });
  }
}
