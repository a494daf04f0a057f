import type { Role } from '@portico/contract';
import { Star } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { useRoleNames } from './role-names.ts';

/** A role of the user; those of admins and of the vendor's staff have a star (spec 1 §6). */
export function RoleTag({ role }: { role: Role }) {
  const names = useRoleNames();
  const isStarred = role === 'Super Admin' || role === 'Admin';
  return (
    <Badge tone={isStarred ? 'accent' : 'neutral'} className="[&_svg]:text-current">
      {isStarred && <Star aria-hidden="true" className="fill-current" />}
      {names[role]}
    </Badge>
  );
}
