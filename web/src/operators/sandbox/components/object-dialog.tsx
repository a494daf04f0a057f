import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { useObject } from '../sandbox.api.ts';
import { JsonView } from './json-view.tsx';
import { ObjectLink } from './object-link.tsx';

interface ObjectDialogProps {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One object of the sandbox. */
export function ObjectDialog({ id, open, onOpenChange }: ObjectDialogProps) {
  const { t } = useLingui();
  const query = useObject(id);
  const found = query.data;
  const isEvent = found?.type === 'event';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="xl"
      title={
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="font-mono text-base break-all">{id}</span>
          <CopyButton value={id} />
        </span>
      }
      footer={
        found &&
        !isEvent && (
          <ButtonLink to="/dev/stripe" search={{ panel: 'events', about: id }}>
            <Trans>Events about it</Trans>
          </ButtonLink>
        )
      }
    >
      {query.error && !found ? (
        <ErrorState
          error={query.error}
          title={<Trans>The object could not be loaded</Trans>}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div aria-busy={query.isPending} className="flex flex-col gap-3">
          <div className="flex min-h-[22px] flex-wrap items-center gap-x-3 gap-y-1.5 text-muted">
            {found && <ObjectFacts object={found} />}
          </div>
          {found ? <JsonView json={found.json} label={t`The object as JSON`} /> : <SkeletonText lines={14} />}
        </div>
      )}
    </Dialog>
  );
}

function ObjectFacts({ object }: { object: NonNullable<ReturnType<typeof useObject>['data']> }) {
  const { date } = useFormat();
  const due = object.dueAt && date(object.dueAt, 'dateTime');
  return (
    <>
      <Badge tone="neutral">{object.type}</Badge>
      {object.isDeleted && (
        <Badge tone="bad">
          <Trans comment="An object">Deleted</Trans>
        </Badge>
      )}
      {object.clockId && (
        <span>
          <Trans>Lives by</Trans> <ObjectLink id={object.clockId} />
        </span>
      )}
      {due && (
        <span>
          <Trans>Something is due on {due}</Trans>
        </span>
      )}
    </>
  );
}
