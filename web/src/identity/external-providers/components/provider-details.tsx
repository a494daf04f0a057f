import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { usePreload } from '../../../lib/lazy.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../../ui/query-view.tsx';
import { useExternalProvider } from '../external-providers.api.ts';

const LoadedProvider = lazyPartWith(['provider-details'], () =>
  import('../details/loaded-provider.tsx').then((module) => module.LoadedProvider),
);

interface ProviderDetailsProps {
  id: number;
  /** Of the page while the provider's name is not known. */
  title: string;
  onRemoved: () => void;
}

/** One identity provider: how its test stands, what it takes to enable it, and all of its settings. */
export function ProviderDetails({ id, title, onRemoved }: ProviderDetailsProps) {
  const query = useExternalProvider(id);
  usePreload(LoadedProvider);
  if (query.data)
    return (
      <Suspense
        fallback={
          <>
            <PageHeader title={query.data.name} />
            <LoadingCard skeletonClassName="h-[480px]" />
          </>
        }
      >
        <LoadedProvider provider={query.data} onRemoved={onRemoved} />
      </Suspense>
    );
  return (
    <>
      <PageHeader title={title} />
      <QueryView
        query={query}
        missing={<Trans>This external provider was not found</Trans>}
        skeletonClassName="h-[480px]"
      >
        {() => null}
      </QueryView>
    </>
  );
}
