import { AppError } from '../../core/http/app-error.ts';

/** The link is used, too old, replaced, of another kind, or never was: all answer alike (LINK-4). */
export class LinkExpiredError extends AppError {
  constructor() {
    super({ code: 'LinkExpired', message: { key: 'link.expired' } });
  }
}
