import { AppError } from '../../http/app-error.ts';
import type { MessageKey } from '../../messages/index.ts';

/** The state of the subscription or invoice does not allow what was asked (spec 1 §4). */
export class NotAllowedNowError extends AppError {
  constructor(
    key: Extract<MessageKey, 'subscription.notCancelable' | 'subscription.notRestorable' | 'invoice.notPayable'>,
  ) {
    super({ code: 'Conflict', message: { key } });
  }
}
