import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { useUserLabels } from './user-labels.ts';

/** A user's details as text, for viewers who may not change them. */
export function UserFacts({ user }: { user: User }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const labels = useUserLabels();
  const { isOwner, admin, readOnly, expDate } = user;
  const roles = [isOwner && t`Owner`, !isOwner && admin && labels.admin, readOnly && labels.readOnly].filter(Boolean);
  return (
    <Card>
      <CardHeader
        title={<Trans>Details</Trans>}
        description={
          isOwner ? (
            <Trans>Only the owner can change the owner’s details.</Trans>
          ) : (
            <Trans>You can view this. An admin of your account can change it.</Trans>
          )
        }
        className="border-b border-line"
      />
      <dl className="grid gap-4 p-4 sm:grid-cols-2 sm:p-6">
        {(['login', 'email', 'firstName', 'lastName', 'phone'] as const).map((name) => (
          <UserFact key={name} label={labels[name]}>
            {user[name]}
          </UserFact>
        ))}
        <UserFact label={labels.expDate}>{expDate && date(expDate)}</UserFact>
        <UserFact label={labels.comments}>{user.comments}</UserFact>
        <UserFact label={t`Role`}>{roles.join(', ')}</UserFact>
      </dl>
    </Card>
  );
}

function UserFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children || '–'}</dd>
    </div>
  );
}
