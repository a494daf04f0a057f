import { useLingui } from '@lingui/react/macro';
import type { Role } from '@portico/contract';

export function useRoleNames(): Record<Role, string> {
  const { t } = useLingui();
  return {
    'Super Admin': t`Super Admin`,
    Admin: t`Admin`,
    Owner: t`Owner`,
    User: t`User`,
    'Read only': t`Read only`,
  };
}
