import type { AccountSettings, AccountSettingsInput, UsageDataPolicyType } from '@portico/contract';
import type { Database } from '../../core/db/database.ts';
import { assertNotWhileActing } from '../../core/http/access.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { assertFormRevision, formRevision } from '../../core/http/form-revision.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { FindReader } from '../../core/mail/index.ts';
import { findAccountCountry } from '../accounts/registration-details.queries.ts';
import {
  type AccountSettingsRow,
  findAccountSettings,
  lockAccountSettings,
  updateAccountSettings,
} from '../accounts/settings.queries.ts';
import type { Audit } from '../audit/audit.service.ts';
import { changesBetween } from '../audit/changes.ts';
import { findTimeZone } from '../users/recipients.queries.ts';
import { describeTimeZone, isTimeZone, listTimeZones } from './time-zones.ts';

/** Changes that an account may make in an hour (SET-10). Each is an event in its audit log, which only grows. */
const changeLimit = defineLimit('account-settings-change', 100, 3_600);

/** Bounds of the idle time, in seconds (SES-4). */
const minSessionSeconds = 1_800;
const maxSessionSeconds = 86_400;

export interface AccountSettingsContext {
  readonly database: Database;
  readonly audit: Audit;
}

type CallContext = AccountSettingsContext & RequestContext;

/** The account's settings, with all time zones (SET-1). */
export async function getSettings({ database, accountId }: CallContext): Promise<AccountSettings> {
  return present(await findAccountSettings(database.query, accountId));
}

/** @throws InvalidInputError for an unknown time zone; TooManyRequestsError */
export async function saveSettings(context: CallContext, input: AccountSettingsInput): Promise<AccountSettings> {
  const { timeZoneId: timeZone, businessDayEnds: businessDayEnd, usageDataPolicyType: usageDataPolicy } = input;
  if (!isTimeZone(timeZone))
    throw new InvalidInputError({ timeZoneId: [{ key: 'validation.format', values: { field: 'timeZoneId' } }] });
  return present(await change(context, { timeZone, businessDayEnd, usageDataPolicy }, input.revision));
}

/** The idle time after which the account's sessions end, in seconds. */
export async function getSessionLifetime({ database, accountId }: CallContext) {
  const { sessionIdleSeconds } = await findAccountSettings(database.query, accountId);
  return { expirationTimeInSeconds: sessionIdleSeconds };
}

/** Changes the idle time after which sessions end. Open sessions adopt it at their next request (SET-5). @throws TooManyRequestsError */
export async function saveSessionLifetime(context: CallContext, seconds: number) {
  const { sessionIdleSeconds } = await change(context, { sessionIdleSeconds: clampSessionSeconds(seconds) });
  return { expirationTimeInSeconds: sessionIdleSeconds };
}

/** The nearest allowed idle time, in seconds. */
export function clampSessionSeconds(seconds: number): number {
  return Math.min(maxSessionSeconds, Math.max(minSessionSeconds, seconds));
}

/** Whether the account's owner is mailed whenever the vendor's staff act as one of its users (SET-6). */
export async function getActingNotice({ database, accountId }: CallContext) {
  const { notifyActing } = await findAccountSettings(database.query, accountId);
  return { notifyActing };
}

/** @throws TooManyRequestsError */
export async function saveActingNotice(context: CallContext, notifyActing: boolean) {
  const saved = await change(context, { notifyActing });
  return { notifyActing: saved.notifyActing };
}

/** How many days before an end the expiry notices about it are mailed; null for the products' defaults (EXP-2). */
export async function getNoticeDays({ database, accountId }: CallContext) {
  const { noticeDays } = await findAccountSettings(database.query, accountId);
  return { days: noticeDays };
}

/** @throws TooManyRequestsError */
export async function saveNoticeDays(context: CallContext, noticeDays: number[] | null) {
  const saved = await change(context, { noticeDays });
  return { days: saved.noticeDays };
}

/** Stores a change and records the old and new values (SET-10). Records nothing if nothing changes. */
async function change(
  context: CallContext,
  wanted: Partial<AccountSettingsRow>,
  revision?: string,
): Promise<AccountSettingsRow> {
  const { database, accountId, session, audit, actor } = context;
  await changeLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const before = await lockAccountSettings(transaction, accountId);
    assertFormRevision(revision, formValues(before));
    const changes = changesBetween(before, wanted, [
      'timeZone',
      'businessDayEnd',
      'usageDataPolicy',
      'sessionIdleSeconds',
      'notifyActing',
      'noticeDays',
    ]);
    if (Object.keys(changes).length === 0) return before;
    // What the vendor learns is the customer's decision (ACC-11).
    if (changes.usageDataPolicy) assertNotWhileActing(session, ['usageDataPolicyType']);
    await updateAccountSettings(transaction, accountId, wanted);
    await audit.record({ ...actor, kind: 'accountSettingsChanged', detail: { changes } }, transaction);
    return { ...before, ...wanted };
  });
}

const formValues = ({ timeZone, businessDayEnd, usageDataPolicy }: AccountSettingsRow) => [
  timeZone,
  businessDayEnd,
  usageDataPolicy,
];

function present(row: AccountSettingsRow): AccountSettings {
  const { timeZone, businessDayEnd, usageDataPolicy } = row;
  const { timeZoneOffset, isDaylightSavingTime } = describeTimeZone(timeZone);
  const known = listTimeZones();
  return {
    timeZoneId: timeZone,
    businessDayEnds: businessDayEnd,
    usageDataPolicyType: usageDataPolicy as UsageDataPolicyType,
    revision: formRevision(formValues(row)),
    isDaylightSavingTime,
    timeZoneOffset,
    // The stored zone may be an alias that is not in the list.
    utilityData: {
      timeZones: known.some(({ id }) => id === timeZone) ? [...known] : [describeTimeZone(timeZone), ...known],
    },
  };
}

/** The recipient's own time zone, otherwise that of the message's account, otherwise UTC (SET-11); and the account's country. */
export const findMailReader: FindReader = async (on, { recipient, accountId }) => {
  const own = await findTimeZone(on, recipient);
  if (accountId === null) return { timeZone: own ?? 'UTC', country: null };
  const timeZone = own ?? (await findAccountSettings(on, accountId)).timeZone;
  return { timeZone, country: await findAccountCountry(on, accountId) };
};
