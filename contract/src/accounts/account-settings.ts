import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { formRevision } from '../api/values.ts';
import { noticeDayChoices } from '../notices/notice-days.ts';

/** Which usage data products may share: everything, everything without names, counts only, nothing (SET-4). */
const usageDataPolicyType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type UsageDataPolicyType = z.infer<typeof usageDataPolicyType>;

const timeZone = z.object({
  /** An IANA name such as `America/Toronto`. */
  id: z.string(),
  /** Minutes by which the zone's clocks are ahead of UTC today. */
  timeZoneOffset: z.int(),
  isDaylightSavingTime: z.boolean(),
});
export type AccountTimeZone = z.infer<typeof timeZone>;

const accountSettingsInput = z.object({
  timeZoneId: z.string().min(1).max(100),
  /** `HH:MM` in the account's time zone (SET-3). */
  businessDayEnds: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  usageDataPolicyType,
  revision: formRevision,
});
export type AccountSettingsInput = z.infer<typeof accountSettingsInput>;

const accountSettingsAnswer = accountSettingsInput.extend({
  /** Identifies the settings that the form changes. */
  revision: z.string(),
  /** Whether the account's time zone has daylight saving time today. */
  isDaylightSavingTime: z.boolean(),
  /** Minutes by which the clocks in the account's time zone are ahead of UTC today. */
  timeZoneOffset: z.int(),
  /** The time zones that can be chosen, ordered from west to east. */
  utilityData: z.object({ timeZones: z.array(timeZone) }),
});
export type AccountSettings = z.infer<typeof accountSettingsAnswer>;

/** Idle time of a session in seconds. Values outside 1,800 to 86,400 are clamped (SET-5). */
const sessionLifetime = z.object({ expirationTimeInSeconds: z.int().min(1).max(1_000_000) });

const actingNotice = z.object({
  /** Whether the account's owner gets a mail whenever the vendor's staff act as one of its users. */
  notifyActing: z.boolean(),
});

const noticeDays = z.object({
  /**
   * Days before the end of a license, renewal or trial on which a notice is mailed, largest first; empty for no mail.
   * Null uses each product's setting.
   */
  days: z
    .array(z.literal(noticeDayChoices))
    .max(5)
    .transform((days) => [...new Set(days)].toSorted((one, other) => other - one))
    .nullable(),
});

const noticeDaysAnswer = z.object({ days: z.array(z.int().min(1).max(90)).max(5).nullable() });

export const accountSettings = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/profile/AccountSettings',
    summary: "The account's settings, with the time zones to choose from and their current offsets",
    action: 'accountSettings.view',
    response: accountSettingsAnswer,
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/profile/AccountSettings',
    summary: "Changes the account's settings",
    action: 'accountSettings.manage',
    body: accountSettingsInput,
    response: accountSettingsAnswer,
    errors: ['Conflict'],
  }),
  getSessionLifetime: defineEndpoint({
    method: 'GET',
    path: '/api/profile/CookieExpirationTime',
    summary: "The idle time in seconds after which the account's sessions end",
    action: 'accountSettings.view',
    response: sessionLifetime,
  }),
  saveSessionLifetime: defineEndpoint({
    method: 'POST',
    path: '/api/profile/CookieExpirationTime',
    summary:
      'Changes the idle time after which sessions end, from 1800 to 86400 seconds; open sessions apply it at their next request',
    action: 'accountSettings.manageSecurity',
    body: sessionLifetime,
    response: sessionLifetime,
  }),
  getActingNotice: defineEndpoint({
    method: 'GET',
    path: '/api/profile/ActingNotice',
    summary: "Whether the account's owner gets a mail when the vendor's staff act as one of its users",
    action: 'accountSettings.view',
    response: actingNotice,
  }),
  getNoticeDays: defineEndpoint({
    method: 'GET',
    path: '/api/profile/NoticeDays',
    summary: "The days before an end on which a notice is mailed; null uses each product's setting",
    action: 'accountSettings.view',
    response: noticeDaysAnswer,
  }),
  saveNoticeDays: defineEndpoint({
    method: 'PUT',
    path: '/api/profile/NoticeDays',
    summary: "Sets the days before an end on which a notice is mailed, no notices, or each product's setting",
    action: 'accountSettings.manage',
    body: noticeDays,
    response: noticeDaysAnswer,
  }),
  saveActingNotice: defineEndpoint({
    method: 'PUT',
    path: '/api/profile/ActingNotice',
    summary: "Turns the mail to the account's owner about the vendor's staff acting as a user on or off",
    action: 'accountSettings.manageSecurity',
    body: actingNotice,
    response: actingNotice,
  }),
};
