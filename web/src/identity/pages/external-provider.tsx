import { useLingui } from '@lingui/react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { titles } from '../../app/titles.ts';
import { ProviderDetails } from '../external-providers/components/provider-details.tsx';

/** One identity provider with its test. */
export function ExternalProviderPage() {
  const { i18n } = useLingui();
  const { id } = useParams({ from: '/ExtProviders/$id' });
  const navigate = useNavigate();
  return (
    <ProviderDetails
      key={id}
      id={Number(id)}
      title={i18n._(titles.externalProvider)}
      onRemoved={() => void navigate({ to: paths.externalProviders, ignoreBlocker: true })}
    />
  );
}
