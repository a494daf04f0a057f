import { AppError } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';

/** A user cannot be changed so, as things stand. The message says what would have to be done first. */
export class UserConflictError extends AppError {
  constructor(key: MessageKey) {
    super({ code: 'Conflict', message: { key } });
  }
}
