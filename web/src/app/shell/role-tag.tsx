import { useLingui } from '@lingui/react/macro';
import type { Role, RoleLabel } from '@portico/contract';
import { roleLabels } from '@portico/contract/browser';
import { Star } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

const ids = Object.fromEntries(Object.entries(roleLabels).map(([id, label]) => [label, id])) as Record<RoleLabel, Role>;

/** A role of the user, labeled by the preloaded data; admins and operators have a star (UI-7). */
export function RoleTag({ label }: { label: RoleLabel }) {
  const names = useRoleNames();
  const role = ids[label];
  const isStarred = role === 'operator' || role === 'admin';
  return (
    <Badge tone={isStarred ? 'accent' : 'neutral'} className="[&_svg]:text-current">
      {isStarred && <Star aria-hidden="true" className="fill-current" />}
      {names[role]}
    </Badge>
  );
}

function useRoleNames(): Record<Role, string> {
  const { t } = useLingui();
  return {
    operator: t`Super Admin`,
    admin: t`Admin`,
    owner: t`Owner`,
    user: t`User`,
    readOnly: t`Read only`,
  };
}
