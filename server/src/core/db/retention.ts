import { type SQL, sql } from 'drizzle-orm';

/** How long data is kept. */
export interface Limit {
  readonly value: number;
  readonly unit: 'hour' | 'day' | 'year';
}

const years = (value: number): Limit => ({ value, unit: 'year' });
const days = (value: number): Limit => ({ value, unit: 'day' });

/**
 * How long personal data is kept (RUN-20), by the name under which the privacy policy inserts the limit (LEG-5). The
 * limit of the audit log is a setting.
 */
export const retention = {
  /** From the sign-in. */
  session: { value: 24, unit: 'hour' },
  /** Skips the second factor (MFA-9). */
  rememberedBrowser: days(30),
  /** Since the last use of a browser or network. Browsers keep cookies no longer. */
  knownBrowser: days(400),
  expiredInvitation: days(90),
  messageContent: days(90),
  messageRecord: years(1),
  invoiceMail: years(2),
  failedSignUp: days(7),
  completedSignUp: days(90),
  signUpVisit: days(400),
  purchaseQuote: days(7),
  settledOperation: days(90),
  stripeEvent: days(90),
  cancellationComment: years(2),
  contactRequest: years(1),
  releasedDevice: years(2),
  /** The longest span that is shown, plus a month. */
  deviceActivity: days(760),
  endedDeviceSession: days(30),
} as const satisfies Record<string, Limit>;

/** The moment before which data has passed its limit, by the database's clock. */
export function expiryOf({ value, unit }: Limit): SQL {
  return sql`now() - ${`${value} ${unit}`}::interval`;
}
