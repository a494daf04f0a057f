import { Trans } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Review } from '../drafts/components/review.tsx';
import { VersionState, VersionTable } from '../drafts/components/version-table.tsx';
import { RestoreVersionButton, UnpublishedButtons, VersionView } from '../drafts/components/version-view.tsx';
import { useVersion } from '../drafts/drafts.api.ts';

/** The changes that publishing would make (CAT-49). */
export function CatalogChangesPage() {
  return (
    <>
      <PageHeader
        description={<Trans>Check it once more. Subscriptions keep the price that they were bought at.</Trans>}
      />
      <Review />
    </>
  );
}

/** All published versions. */
export function CatalogVersionsPage() {
  const search = useSearch({ from: '/Operator/Catalog/Versions' });
  const navigate = useNavigate({ from: '/Operator/Catalog/Versions' });
  return (
    <>
      <PageHeader
        description={
          <Trans>The newest 200 that were published, from a file or from the screen. Each can be brought back.</Trans>
        }
      />
      <Card className="overflow-hidden">
        <VersionTable
          search={search}
          onSearchChange={(change) => void navigate({ search: { ...search, ...change } })}
        />
      </Card>
    </>
  );
}

/** One version, and its changes. */
export function CatalogVersionPage() {
  const { id } = useParams({ from: '/Operator/Catalog/Versions/$id' });
  const navigate = useNavigate();
  const version = useVersion(Number(id)).data;
  return (
    <>
      <PageHeader
        title={
          <>
            <Trans>Version</Trans> {id}
          </>
        }
        tags={version && <VersionState version={version} />}
        actions={
          version && (
            <>
              <RestoreVersionButton version={version} onDone={() => void navigate({ to: paths.catalogChanges })} />
              <UnpublishedButtons version={version} />
            </>
          )
        }
      />
      <VersionView id={Number(id)} />
    </>
  );
}
