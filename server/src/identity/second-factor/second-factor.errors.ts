import { AppError, InvalidInputError } from '../../core/http/app-error.ts';

/** The code is wrong, used, expired, or of another sign-in. The response is the same for all. */
export class InvalidCodeError extends AppError {
  constructor(key: 'secondFactor.invalidCode' | 'secondFactor.wrongClock' = 'secondFactor.invalidCode') {
    super({ code: 'InvalidCode', message: { key }, propertyErrors: { code: [{ key }] } });
  }
}

/** The code of a new authenticator belongs to another time, so the clock of the phone is wrong (MFA-4). */
export class WrongClockError extends InvalidCodeError {
  constructor() {
    super('secondFactor.wrongClock');
  }
}

/** A second factor is required, so the last one cannot be removed (MFA-11, OPR-8). */
export class SecondFactorRequiredError extends AppError {
  constructor() {
    super({ code: 'SecondFactorRequired', message: { key: 'secondFactor.required' } });
  }
}

/** A code with neither six digits nor the length of a recovery code (MFA-3). */
export class CodeLengthError extends InvalidInputError {
  /** @param isRecoveryCode whether it looks like a recovery code, so that the message names the right length */
  constructor(isRecoveryCode = false) {
    const key = isRecoveryCode ? 'secondFactor.incorrectLength' : 'secondFactor.length';
    super({ code: [{ key }] }, { key: 'secondFactor.incorrectLength' });
  }
}

/** The method is missing, or the user does not have it. */
export class NoMethodError extends InvalidInputError {
  constructor() {
    super({ method: [{ key: 'secondFactor.noProvider' }] }, { key: 'secondFactor.noProvider' });
  }
}
