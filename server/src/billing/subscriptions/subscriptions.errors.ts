import { AppError } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';

/** The subscription's state does not allow the change (SUB-5). */
export class StateConflictError extends AppError {
  constructor(
    key: Extract<
      MessageKey,
      | 'subscription.notCancelable'
      | 'subscription.notRestorable'
      | 'subscription.cardNotChangeable'
      | 'subscription.nothingScheduled'
    >,
  ) {
    super({ code: 'Conflict', message: { key } });
  }
}
