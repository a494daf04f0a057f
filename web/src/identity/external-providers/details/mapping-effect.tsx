import { Trans } from '@lingui/react/macro';
import type { ClaimMapping } from '@portico/contract';
import { useProductNames } from '../external-providers.api.ts';

/** The effect of a mapping on a user. */
export function MappingEffect({ mapping: { role, products } }: { mapping: ClaimMapping }) {
  const names = useProductNames();
  const list = products.map((id) => names.get(id) ?? id).join(', ');
  return (
    <>
      {role === 'admin' && <Trans context="person">Admin</Trans>}
      {role === 'readOnly' && <Trans context="person">Read only</Trans>}
      {role !== null && list && ' · '}
      {list}
    </>
  );
}
