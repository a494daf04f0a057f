/** The roles by their ids, with the names under which pages and answers carry them (ACC-3). */
export const roleLabels = {
  operator: 'Super Admin',
  admin: 'Admin',
  owner: 'Owner',
  user: 'User',
  readOnly: 'Read only',
} as const;
export type Role = keyof typeof roleLabels;
export type RoleLabel = (typeof roleLabels)[Role];

/** The flags of a session's user, or of a row in the list of users. */
type AdminFlags = { readonly isOwner: boolean } & ({ readonly isAdmin: boolean } | { readonly admin: boolean });

/** Whether a user administers the account: its owner and its admins do (ACC-17). */
export const isAccountAdmin = (user: AdminFlags): boolean =>
  user.isOwner || ('isAdmin' in user ? user.isAdmin : user.admin);

/** Whether a user has every feature, permission and product without a grant (USR-24). */
export const hasEverything = (user: AdminFlags & { readonly isOperator: boolean }): boolean =>
  isAccountAdmin(user) || user.isOperator;

/** The roles of a user, as answers and pages name them (ACC-3). */
export function listRoles(
  user: AdminFlags & { readonly isOperator: boolean; readonly readOnly: boolean },
): RoleLabel[] {
  const roles: Role[] = [];
  if (user.isOperator) roles.push('operator');
  if (isAccountAdmin(user)) roles.push('admin');
  if (user.isOwner) roles.push('owner');
  if (user.readOnly) roles.push('readOnly');
  return (roles.length > 0 ? roles : (['user'] as const)).map((role) => roleLabels[role]);
}
