import { AppError } from '../../core/http/app-error.ts';

/** The link is used, expired, replaced, of another kind or unknown: all get the same answer (LINK-4). */
export class LinkExpiredError extends AppError {
  constructor() {
    super({ code: 'LinkExpired', message: { key: 'link.expired' } });
  }
}
