import { AppError } from '../../core/http/app-error.ts';

/** The user is inactive, so the link would not work. */
export class InactiveInviteeError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'invitation.inactive' } });
  }
}
