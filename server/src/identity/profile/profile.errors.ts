import { AppError } from '../../core/http/app-error.ts';

/** The confirming password is wrong. The field is named, so that the dialog stays open (PRF-11). */
export class WrongPasswordError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'profile.wrongPassword' },
      propertyErrors: { password: [{ key: 'profile.wrongPassword' }] },
    });
  }
}

/** No live link of the page was mailed to the address with this code (LINK-12). */
export class WrongLinkCodeError extends AppError {
  constructor() {
    super({
      code: 'InvalidCode',
      message: { key: 'link.wrongCode' },
      propertyErrors: { code: [{ key: 'link.wrongCode' }] },
    });
  }
}

/** Another user has taken the address. Only the holder of its mailbox learns that (PRF-5). */
export class EmailTakenError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'profile.emailTaken' } });
  }
}

/** The user has a password already, so an invitation would bypass it. */
export class AlreadyJoinedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'profile.alreadyJoined' } });
  }
}

/** A young account that never paid has sent its invitations of the day (LINK-11). */
export class TooManyInvitationsError extends AppError {
  /** @param blockedTo when the oldest of the counted invitations no longer counts */
  constructor(limit: number, blockedTo: Date) {
    super({
      code: 'TooManyRequests',
      message: { key: 'invitation.youngAccount', values: { limit } },
      additionalData: { blockedTo: blockedTo.toISOString() },
      retryAfter: Math.max(1, Math.ceil((blockedTo.getTime() - Date.now()) / 1000)),
    });
  }
}

/** An address got as many invitations as it may get in 24 hours (LINK-11). */
export class AddressInvitedOftenError extends AppError {
  constructor(email: string, limit: number) {
    super({ code: 'TooManyRequests', message: { key: 'invitation.often', values: { email, limit } } });
  }
}
