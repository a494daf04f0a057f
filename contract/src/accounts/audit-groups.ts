/** Groups of event kinds for filtering (AUD-8). */
export const auditGroups = [
  'signIn',
  'refusals',
  'acting',
  'users',
  'permissions',
  'settings',
  'tokens',
  'licenses',
  'orders',
  'billing',
  'operation',
] as const;
export type AuditGroup = (typeof auditGroups)[number];
