import { Trans } from '@lingui/react/macro';
import type { CatalogVersion } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useAbandonVersion, useRestoreVersion, useRetryPublication, useVersion } from '../drafts.api.ts';
import { DifferenceList } from './difference-list.tsx';
import { VersionSource } from './version-table.tsx';

/** The changes of a version. */
export function VersionView({ id }: { id: number }) {
  const query = useVersion(id);
  return (
    <QueryView query={query} missing={<Trans>This version was not found</Trans>}>
      {({ differences, total, isCompared, ...version }) => (
        <>
          <VersionFacts version={version} />
          {version.failure && (
            <Alert tone="warning" className="mb-4">
              {version.failure}
            </Alert>
          )}
          {version.mayGiveUp && (
            <Alert tone="info" className="mb-4">
              <Trans>
                It is being published and continues automatically. Nothing else can be published until it is finished or
                given up.
              </Trans>
            </Alert>
          )}
          <Card>
            <CardHeader title={<Trans>What it changed</Trans>} className="sm:px-6" />
            <div className="border-t border-line">
              {total > 0 ? (
                <DifferenceList differences={differences} total={total} />
              ) : (
                <p className="px-5 py-4 text-muted sm:px-6">
                  {isCompared ? (
                    <Trans>It changed only brands, which have pages of their own.</Trans>
                  ) : (
                    <Trans>The previous version is no longer stored, so they cannot be compared.</Trans>
                  )}
                </p>
              )}
            </div>
          </Card>
        </>
      )}
    </QueryView>
  );
}

/** The publisher and the time. */
function VersionFacts({ version }: { version: CatalogVersion }) {
  const { date } = useFormat();
  return (
    <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
      <div className="flex gap-2">
        <dt className="text-muted">
          <Trans>By</Trans>
        </dt>
        <dd>
          <VersionSource version={version} />
        </dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-muted">
          <Trans>Date</Trans>
        </dt>
        <dd>{date(version.publishedAt ?? version.requestedAt, 'dateTime')}</dd>
      </div>
    </dl>
  );
}

/** The buttons of an unpublished version: retry and abandon. */
export function UnpublishedButtons({ version }: { version: CatalogVersion }) {
  const tryAgain = useRetryPublication(version.id);
  if (!can('operator.manageCatalog')) return null;
  return (
    <>
      {tryAgain.error && (
        <Alert tone="bad" className="basis-full">
          {describeProblem(tryAgain.error)}
        </Alert>
      )}
      {version.mayGiveUp && <GiveUpButton id={version.id} />}
      {version.mayTryAgain && (
        <Button variant="primary" pending={tryAgain.isPending} onClick={() => tryAgain.mutate()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </>
  );
}

function GiveUpButton({ id }: { id: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const giveUp = useAbandonVersion(id);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Trans>Give up</Trans>
      </Button>
      <LateConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={<Trans>Give up version {id}?</Trans>}
        description={
          <Trans>
            It is not published, and another one can be. Customers see the former catalog. Its draft stays with its
            operator.
          </Trans>
        }
        confirmLabel={<Trans>Give up</Trans>}
        isPending={giveUp.isPending}
        error={giveUp.error}
        onConfirm={() => giveUp.mutate(undefined, { onSuccess: () => setIsOpen(false) })}
      />
    </>
  );
}

/** The button that restores a former version as a draft; hidden for the current one. */
export function RestoreVersionButton({ version, onDone }: { version: CatalogVersion; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const bringBack = useRestoreVersion(version.id);
  if (version.isSold || !can('operator.manageCatalog')) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Trans>Bring back</Trans>
      </Button>
      <LateConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        tone="primary"
        title={<Trans>Bring version {version.id} back?</Trans>}
        description={
          <Trans>
            It takes the place of your draft. Customers see it once you publish it, and subscriptions keep their prices.
          </Trans>
        }
        confirmLabel={<Trans>Bring back</Trans>}
        isPending={bringBack.isPending}
        error={bringBack.error}
        onConfirm={() => bringBack.mutate(undefined, { onSuccess: onDone })}
      />
    </>
  );
}
