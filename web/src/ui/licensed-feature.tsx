import { Trans } from '@lingui/react/macro';
import type { LicensedFeatures } from '@portico/contract';
import { useFormat } from '../lib/format.ts';

type Feature = LicensedFeatures['scopes'][number]['features'][number];

/** The value of a licensed feature in a plan: a number, a text, or whether it is included. */
export function FeatureValue({ value }: Pick<Feature, 'value'>) {
  const { number } = useFormat();
  if (value === null || value === false) return <Trans context="feature value">Not included</Trans>;
  if (value === true) return <Trans context="feature value">Included</Trans>;
  return typeof value === 'number' ? number(value) : value;
}

/** The product versions that have a licensed feature; nothing if all have it. */
export function FeatureVersions({ feature: { fromVersion, toVersion } }: { feature: Feature }) {
  if (!fromVersion && !toVersion) return null;
  if (!fromVersion) return <Trans>to {toVersion}</Trans>;
  if (!toVersion) return <Trans>from {fromVersion}</Trans>;
  return (
    <Trans>
      {fromVersion} to {toVersion}
    </Trans>
  );
}
