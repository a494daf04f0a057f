import { useLingui } from '@lingui/react/macro';
import type { User } from '@portico/contract';
import { Badge } from '../../../ui/badge.tsx';
import { hasEnded } from '../model/access-end.ts';

/** The roles of a user. */
export function RoleTags({ user: { isOwner, admin, readOnly } }: { user: User }) {
  const { t } = useLingui();
  const role = isOwner ? t`Owner` : admin ? t`Admin` : t`User`;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={isOwner || admin ? 'accent' : 'neutral'}>{role}</Badge>
      {readOnly && <Badge tone="neutral">{t`Read only`}</Badge>}
    </span>
  );
}

/** Whether a user can sign in. */
export function ActivationTag({
  user: { active, expDate, isInvited },
}: {
  user: Pick<User, 'active' | 'expDate' | 'isInvited'>;
}) {
  const { t } = useLingui();
  if (!active) return <Badge tone="warning">{t`Inactive`}</Badge>;
  if (hasEnded(expDate)) return <Badge tone="warning">{t`Expired`}</Badge>;
  if (isInvited) return <Badge tone="neutral">{t`Invited`}</Badge>;
  return <Badge tone="ok">{t`Active`}</Badge>;
}

/** All tags beside a user's name. */
export function UserTags({ user }: { user: User }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <RoleTags user={user} />
      <ActivationTag user={user} />
    </span>
  );
}
