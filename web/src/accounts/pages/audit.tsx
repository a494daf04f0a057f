import { Trans } from '@lingui/react/macro';
import type { AuditEvent } from '@portico/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { paths } from '../../app/paths.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { CsvMenu } from '../../ui/csv-menu.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { auditReportAddress, useAuditKinds, useAuditLog } from '../audit/audit.api.ts';
import { AuditTable } from '../audit/components/audit-table.tsx';
import { readAddress, toAddress } from '../audit/model/filters.ts';
import { useUser } from '../users/users.api.ts';

const UserPicker = lazyPart(() => import('../users/components/user-picker.tsx').then((module) => module.UserPicker));

/** The account's audit log (AUD-8). */
export function AuditPage() {
  const search = readAddress(useSearch({ from: paths.audit }));
  usePreload(UserPicker);
  const navigate = useNavigate({ from: paths.audit });
  const { data: known } = useAuditKinds(useLocale());
  const days = known?.retentionDays;
  const person = usePerson(search);
  const change = (changed: Partial<typeof search>) => void navigate({ search: toAddress({ ...search, ...changed }) });
  return (
    <>
      <PageHeader
        actions={<CsvMenu href={auditReportAddress(search)} />}
        description={
          days === undefined ? (
            <Trans>Who did what in your account</Trans>
          ) : (
            <Trans>Who did what in your account in the last {days} days</Trans>
          )
        }
      />
      <Card className="overflow-hidden">
        <AuditTable
          search={search}
          onSearchChange={change}
          renderFact={leadTo}
          renderUserPicker={(control) => (
            <Suspense fallback={<Skeleton className="h-9" />}>
              <UserPicker
                {...control}
                // The field stores the user's name, so another user in the address needs a new field.
                key={`${person?.id} ${person?.name}`}
                value={person}
                onChange={(user) => change({ userId: user?.id, page: 1 })}
              />
            </Suspense>
          )}
        />
      </Card>
    </>
  );
}

/**
 * The user in the address with their name. For a user of another account, such as an operator, the events have the
 * name.
 */
function usePerson(search: ReturnType<typeof readAddress>) {
  const { userId } = search;
  const { data: user } = useUser(userId ?? 0);
  const { data: log } = useAuditLog(search);
  if (userId === undefined) return null;
  if (user?.id === userId) return { id: userId, name: `${user.firstName} ${user.lastName}`.trim() || user.login };
  const known = log?.items.flatMap((event) => [event.user, event.realUser]).find((one) => one?.id === userId);
  return { id: userId, name: known?.name ?? `#${userId}` };
}

/** The page of an event's subject. */
function leadTo({ name, value, text }: AuditEvent['facts'][number]): ReactNode {
  const id = String(value);
  const shown = text ?? id;
  if (name === 'userId' && can('users.view'))
    return (
      <TextLink to={paths.user} params={{ userId: id, id }}>
        {shown}
      </TextLink>
    );
  const page = pagesOfFacts[name];
  if (!page || !can(page.action)) return null;
  return (
    <TextLink to={page.to as string} params={{ id }}>
      {shown}
    </TextLink>
  );
}

const pagesOfFacts: Readonly<Record<string, { to: string; action: Parameters<typeof can>[0] }>> = {
  orderId: { to: paths.order, action: 'orders.view' },
  licenseId: { to: paths.license, action: 'licenses.view' },
  deviceId: { to: paths.device, action: 'devices.view' },
  subscriptionId: { to: paths.subscription, action: 'subscriptions.view' },
};
