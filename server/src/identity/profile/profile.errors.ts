import { AppError } from '../../core/http/app-error.ts';

/** The password that should confirm a change is wrong. The field is named, so that the dialog stays open (PRF-11). */
export class WrongPasswordError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'profile.wrongPassword' },
      propertyErrors: { password: [{ key: 'profile.wrongPassword' }] },
    });
  }
}

/** Somebody else has the address by now. Only whoever reads its mail is told (PRF-5). */
export class EmailTakenError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'profile.emailTaken' } });
  }
}

/** The user has a password already: an invitation would only go around it. */
export class AlreadyJoinedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'profile.alreadyJoined' } });
  }
}
