import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const settings = { timeZoneId: 'Nowhere/Nobody', businessDayEnds: '17:00', usageDataPolicyType: 3 };

/** An account's settings and its audit log. An unknown time zone is a 422 for those who may save. */
export const settingsAccess = {
  'GET /api/profile/AccountSettings': { action: 'accountSettings.view', answer: 200 },
  'POST /api/profile/AccountSettings': { action: 'accountSettings.manage', answer: 422, call: { body: settings } },
  'GET /api/profile/CookieExpirationTime': { action: 'accountSettings.view', answer: 200 },
  'POST /api/profile/CookieExpirationTime': {
    action: 'accountSettings.manageSecurity',
    answer: 200,
    call: { body: { expirationTimeInSeconds: 3600 } },
  },
  'GET /api/profile/ActingNotice': { action: 'accountSettings.view', answer: 200 },
  'PUT /api/profile/ActingNotice': {
    action: 'accountSettings.manageSecurity',
    answer: 200,
    call: { body: { notifyActing: true } },
  },
  'GET /api/profile/NoticeDays': { action: 'accountSettings.view', answer: 200 },
  'PUT /api/profile/NoticeDays': { action: 'accountSettings.manage', answer: 200, call: { body: { days: [7, 1] } } },
  'GET /api/Audit/List': { action: 'audit.view', answer: 200 },
  'GET /api/Audit/Kinds': { action: 'audit.view', answer: 200 },
  'GET /Reports/AuditReport': { action: 'audit.view', answer: 200, call: { query: { format: 'csv' } } },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
