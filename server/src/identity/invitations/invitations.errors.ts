import { AppError } from '../../core/http/app-error.ts';

/** The user is inactive: a link would lead nowhere. */
export class InactiveInviteeError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'invitation.inactive' } });
  }
}
