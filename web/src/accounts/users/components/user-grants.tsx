import { Trans } from '@lingui/react/macro';
import type { GrantId, User, UserFeature } from '@portico/contract';
import { QueryView } from '../../../ui/query-view.tsx';
import { useSaveUserFeatures, useSaveUserProducts, useUserFeatures, useUserProducts } from '../users.api.ts';
import { GrantsCard } from './grants-card.tsx';

const missing = <Trans>This user was not found</Trans>;

/** The features and permissions of a user. Admins have all. */
export function FeaturesCard({ user }: { user: User }) {
  const query = useUserFeatures(user.id);
  const save = useSaveUserFeatures(user.id);
  return (
    <QueryView query={query} missing={missing} skeletonClassName="h-40">
      {({ features, isAdmin }) => (
        <GrantsCard
          title={<Trans>Features and permissions</Trans>}
          description={isAdmin && <Trans>Admins have all features and permissions.</Trans>}
          groups={[
            {
              legend: <Trans>Features</Trans>,
              empty: <Trans>No features</Trans>,
              grants: ofKind(features, 'feature'),
            },
            {
              legend: <Trans>Permissions</Trans>,
              empty: <Trans>No permissions available</Trans>,
              grants: ofKind(features, 'permission'),
            },
          ]}
          mayChange={user.allowed.grants && !isAdmin}
          isSaving={save.isPending}
          onSave={({ ids, revision }) => save.mutateAsync({ ids: ids as GrantId[], revision })}
        />
      )}
    </QueryView>
  );
}

const ofKind = (features: readonly UserFeature[], kind: UserFeature['kind']) =>
  features.filter((feature) => feature.kind === kind);

/** The products of a user. Admins have all. */
export function ProductsCard({ user }: { user: User }) {
  const query = useUserProducts(user.id);
  const save = useSaveUserProducts(user.id);
  const isAdmin = user.admin || user.isOwner;
  return (
    <QueryView query={query} missing={missing} skeletonClassName="h-32">
      {(products) => (
        <GrantsCard
          title={<Trans>Products</Trans>}
          description={isAdmin && <Trans>Admins have all products.</Trans>}
          groups={[
            {
              legend: <Trans>Products</Trans>,
              hideLegend: true,
              empty: <Trans>No available products</Trans>,
              grants: products.map(({ id, name, isAvailable }) => ({ id, title: name, isEnabled: isAvailable })),
            },
          ]}
          mayChange={user.allowed.grants}
          isSaving={save.isPending}
          onSave={save.mutateAsync}
        />
      )}
    </QueryView>
  );
}
