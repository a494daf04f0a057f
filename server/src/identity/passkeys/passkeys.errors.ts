import { AppError } from '../../core/http/app-error.ts';

/** The user has as many passkeys as one may have (PSK-7). */
export class TooManyPasskeysError extends AppError {
  constructor(most: number) {
    super({ code: 'Conflict', message: { key: 'passkeys.tooMany', values: { most } } });
  }
}

/** The same passkey is there already. */
export class KnownPasskeyError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'passkeys.known' } });
  }
}

/** The passkey is unknown, its signature is wrong, or its question was answered, is too old or belongs to another browser. The answer is the same for all. */
export class PasskeyRefusedError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'passkeys.refused' },
      propertyErrors: { '': [{ key: 'passkeys.refused' }] },
    });
  }
}

/** Without this way in the user could not sign in any more. */
export class LastWayInError extends AppError {
  constructor() {
    super({ code: 'LastWayIn', message: { key: 'waysIn.last' } });
  }
}

/** The account demands a second factor, and the passkey is the user's last. */
export class LastFactorError extends AppError {
  constructor() {
    super({ code: 'SecondFactorRequired', message: { key: 'passkeys.lastFactor' } });
  }
}
