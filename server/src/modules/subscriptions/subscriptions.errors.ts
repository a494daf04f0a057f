import { AppError } from '../../http/app-error.ts';
import type { MessageKey } from '../../messages/index.ts';

/** The state of the subscription does not allow what was asked (SUB-5). */
export class NotAllowedNowError extends AppError {
  constructor(key: Extract<MessageKey, 'subscription.notCancelable' | 'subscription.notRestorable'>) {
    super({ code: 'Conflict', message: { key } });
  }
}
