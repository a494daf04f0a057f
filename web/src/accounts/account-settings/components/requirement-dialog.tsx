import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAffectedUsers } from '../account-settings.api.ts';

interface RequirementDialogProps {
  /** Whether a second factor is required now. */
  isRequired: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** Explains the effect of the change on users before it is made (SET-7). */
export function RequirementDialog({ isRequired, open, onOpenChange, onConfirm }: RequirementDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        isRequired ? (
          <Trans>Stop requiring two-factor authentication?</Trans>
        ) : (
          <Trans>Require two-factor authentication of all users?</Trans>
        )
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant={isRequired ? 'danger' : 'primary'} onClick={onConfirm}>
            {isRequired ? <Trans>Stop requiring it</Trans> : <Trans>Require it</Trans>}
          </Button>
        </>
      }
    >
      {isRequired ? (
        <p>
          <Trans>
            Users keep the second factors that they have, and may remove them. Users without one sign in with only a
            password.
          </Trans>
        </p>
      ) : (
        open && <Affected />
      )}
    </Dialog>
  );
}

/** The users without a second factor. */
function Affected() {
  const [page, setPage] = useState(1);
  const query = useAffectedUsers(page);
  const { data, error } = query;
  if (error && !data)
    return (
      <ErrorState
        error={error}
        title={<Trans>The users without a second factor could not be loaded</Trans>}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (!data)
    return (
      <div className="grid gap-3" aria-busy="true">
        <Skeleton className="h-16" />
        <Skeleton className="h-40" />
      </div>
    );
  const { activeUsers } = data;
  if (data.total === 0)
    return (
      <Alert tone="ok">
        <Trans>All {activeUsers} active users have a second factor or a passkey. Nothing changes for them.</Trans>
      </Alert>
    );
  return <AffectedUsers data={data} isReloading={query.isPlaceholderData} page={page} onPageChange={setPage} />;
}

interface AffectedUsersProps {
  data: NonNullable<ReturnType<typeof useAffectedUsers>['data']>;
  isReloading: boolean;
  page: number;
  onPageChange: (page: number) => void;
}

function AffectedUsers({ data, isReloading, page, onPageChange }: AffectedUsersProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const { items, total, totalPages, activeUsers } = data;
  return (
    <div className="grid gap-4">
      <Alert tone="warning">
        <Plural
          value={total}
          one={`# of ${activeUsers} active users has no second factor and no passkey.`}
          other={`# of ${activeUsers} active users have no second factor and no passkey.`}
        />
      </Alert>
      <p>
        <Trans>
          They must set one up at their next sign-in before they can do anything else. Open sessions continue until they
          end, at most 24 hours after they began.
        </Trans>
      </p>
      <ul
        aria-label={t`Users without a second factor`}
        aria-busy={isReloading}
        className="divide-y divide-line rounded-control border border-line"
      >
        {items.map(({ id, name, login, lastLoginDate }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{name}</span>{' '}
              {name !== login && <span className="text-muted">{login}</span>}
            </span>
            <span className="text-sm text-muted">
              {lastLoginDate ? date(lastLoginDate) : <Trans>Never signed in</Trans>}
            </span>
          </li>
        ))}
      </ul>
      {totalPages > 1 && (
        <div className="flex items-center justify-end gap-2 text-sm text-muted">
          <Trans>
            Page {page} of {totalPages}
          </Trans>
          <IconButton size="sm" label={t`Previous page`} disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton
            size="sm"
            label={t`Next page`}
            disabled={page >= totalPages}
            onClick={() => onPageChange(page + 1)}
          >
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
