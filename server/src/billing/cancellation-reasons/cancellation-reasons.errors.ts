import { AppError } from '../../core/http/app-error.ts';

/** The subscription has ended, or ends by itself: there is nothing to give a reason for. */
export class NothingCanceledError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'subscription.notCancelable' } });
  }
}
