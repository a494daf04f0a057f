import { useNavigate, useParams } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ProviderDetails } from '../external-providers/components/provider-details.tsx';

/** One identity provider with its test. */
export function ExternalProviderPage() {
  const title = usePageTitle();
  const { id } = useParams({ from: '/ExtProviders/$id' });
  const navigate = useNavigate();
  return (
    <ProviderDetails
      key={id}
      id={Number(id)}
      title={title}
      onRemoved={() => void navigate({ to: paths.externalProviders, ignoreBlocker: true })}
    />
  );
}
