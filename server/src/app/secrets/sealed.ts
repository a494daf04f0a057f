import type { Queryable } from '../../core/db/database.ts';
import type { ResealResult } from '../../core/db/reseal-column.ts';
import type { Reseal } from '../../core/secrets.ts';
import { resealAuthenticators, resealClientSecrets } from '../../identity/index.ts';
import { resealLicenseKeys } from '../../licensing/index.ts';

interface SealedKind {
  readonly name: string;
  /** The word for what owns a value of the kind. */
  readonly owner: string;
  readonly reseal: (on: Queryable, reseal: Reseal) => Promise<ResealResult>;
}

/** The kinds of values that are sealed with APP_SECRET and stored for longer than a session. */
export const sealedKinds: readonly SealedKind[] = [
  { name: 'License keys', owner: 'key', reseal: resealLicenseKeys },
  { name: 'Secrets of authenticators', owner: 'user', reseal: resealAuthenticators },
  { name: 'Client secrets', owner: 'provider', reseal: resealClientSecrets },
];
