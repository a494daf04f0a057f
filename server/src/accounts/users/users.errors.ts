import { AppError } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';

/** The user's current state does not allow the change. The message names what has to be done first. */
export class UserConflictError extends AppError {
  constructor(key: MessageKey) {
    super({ code: 'Conflict', message: { key } });
  }
}
