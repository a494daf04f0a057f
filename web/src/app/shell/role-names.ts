import { useLingui } from '@lingui/react/macro';
import type { Role } from '@portico/contract';

export function useRoleNames(): Record<Role, string> {
  const { t } = useLingui();
  return {
    operator: t`Super Admin`,
    admin: t`Admin`,
    owner: t`Owner`,
    user: t`User`,
    readOnly: t`Read only`,
  };
}
