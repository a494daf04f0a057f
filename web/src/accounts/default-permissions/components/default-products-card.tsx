import { Trans } from '@lingui/react/macro';
import { PackageX } from 'lucide-react';
import { can } from '../../../lib/permissions.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useDefaultProducts, useSaveDefaultProducts } from '../default-permissions.api.ts';
import { ChoicesCard } from './choices-card.tsx';

/** The default products of an account's new users. */
export function DefaultProductsCard() {
  const query = useDefaultProducts();
  const save = useSaveDefaultProducts();
  return (
    <QueryView query={query} missing={<Trans>The products were not found</Trans>}>
      {(products) => (
        <ChoicesCard
          title={<Trans>Products for new users</Trans>}
          description={<Trans>Admins always have all products.</Trans>}
          choices={products.map(({ id, name, isAvailable, isDefault }) => ({
            id,
            label: name,
            hint: isAvailable ? undefined : <Trans>Cannot be opened at present</Trans>,
            isChosen: isDefault,
          }))}
          empty={<EmptyState icon={PackageX} title={<Trans>No available products</Trans>} />}
          readOnly={!can('defaultPermissions.manage')}
          save={save}
        />
      )}
    </QueryView>
  );
}
