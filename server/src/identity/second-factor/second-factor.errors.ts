import { AppError, InvalidInputError } from '../../core/http/app-error.ts';

/** The code is wrong, used, too old, or of another sign-in. The answer is the same for all. */
export class InvalidCodeError extends AppError {
  constructor() {
    super({
      code: 'InvalidCode',
      message: { key: 'secondFactor.invalidCode' },
      propertyErrors: { code: [{ key: 'secondFactor.invalidCode' }] },
    });
  }
}

/** A second factor is demanded: the last one cannot be taken away (MFA-11, OPR-8). */
export class SecondFactorRequiredError extends AppError {
  constructor() {
    super({ code: 'SecondFactorRequired', message: { key: 'secondFactor.required' } });
  }
}

/** A code of another length than six digits and that of recovery codes (MFA-3). */
export class CodeLengthError extends InvalidInputError {
  /** @param isRecoveryCode whether it looks like one: six would be the wrong length then */
  constructor(isRecoveryCode = false) {
    const key = isRecoveryCode ? 'secondFactor.incorrectLength' : 'secondFactor.length';
    super({ code: [{ key }] }, { key: 'secondFactor.incorrectLength' });
  }
}

/** The user has not said by which method, or does not have it. */
export class NoMethodError extends InvalidInputError {
  constructor() {
    super({ method: [{ key: 'secondFactor.noProvider' }] }, { key: 'secondFactor.noProvider' });
  }
}
