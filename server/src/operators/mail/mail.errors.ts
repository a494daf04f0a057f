import { AppError } from '../../core/http/app-error.ts';

/** The message is still under way, or its words are gone (MAIL-10). */
export class NotRepeatableError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'mail.notRepeatable' } });
  }
}
