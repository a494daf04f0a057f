import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyPart, usePreload } from '../../../lib/lazy.tsx';
import { addCatalog, type Locale } from '../../../lib/locale.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../../ui/query-view.tsx';
import { useExternalProvider } from '../external-providers.api.ts';

const words = (locale: Locale) =>
  locale === 'fr'
    ? import('../../../locales/provider-details/fr.po')
    : import('../../../locales/provider-details/en.po');

/** It comes with its words while the provider is read. */
const LoadedProvider = lazyPart(async () => {
  const [{ LoadedProvider }] = await Promise.all([import('../details/loaded-provider.tsx'), addCatalog(words)]);
  return LoadedProvider;
});

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
