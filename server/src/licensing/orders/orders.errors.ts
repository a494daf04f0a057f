import { AppError } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';

/** The state of a manual order does not allow the change (ORD-8). */
export class OrderStateError extends AppError {
  constructor(key: MessageKey) {
    super({ code: 'Conflict', message: { key } });
  }
}
