import { Trans } from '@lingui/react/macro';
import type { UserWithProducts } from '@portico/contract';
import { useParams, useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { Suspense } from 'react';
import { paths } from '../../app/paths.ts';
import { lazyPartWith } from '../../lib/catalogs.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { AccessCard } from '../users/components/access-card.tsx';
import { FeaturesCard, ProductsCard } from '../users/components/user-grants.tsx';
import { UserTabs } from '../users/components/user-tabs.tsx';
import { UserTags } from '../users/components/user-tags.tsx';
import { useNewUserSeconds } from '../users/model/new-user.ts';
import { productsWithSettings } from '../users/model/product-settings.ts';
import { useUser, useUserProducts } from '../users/users.api.ts';

const InvitationCard = lazyPartWith(['new-users'], () =>
  import('../../identity/invitations/components/invitation-card.tsx').then((module) => module.InvitationCard),
);
const UserForm = lazyPart(() => import('../users/components/user-form.tsx').then((module) => module.UserForm));
const ProductSettings = lazyPart(() =>
  import('../users/components/product-settings.tsx').then((module) => module.ProductSettings),
);

/** One user: details, access, features and products, and the settings in products. */
export function UserPage() {
  const { id } = useParams({ from: paths.user });
  const query = useUser(Number(id));
  usePreload(UserForm);
  const { data: user } = query;
  return (
    <>
      <PageHeader
        title={user && fullName(user)}
        tags={user && <UserTags user={user} />}
        description={user?.email}
        actions={
          user &&
          can('audit.view') && (
            <ButtonLink to={paths.audit} search={{ userId: String(user.id) }}>
              <History aria-hidden="true" />
              <Trans>What this user did</Trans>
            </ButtonLink>
          )
        }
      />
      <QueryView query={query} missing={<Trans>This user was not found</Trans>}>
        {(found) => <UserParts key={found.id} user={found} />}
      </QueryView>
    </>
  );
}

const fullName = ({ firstName, lastName, login }: UserWithProducts) => `${firstName} ${lastName}`.trim() || login;

function UserParts({ user }: { user: UserWithProducts }) {
  const { tab = 'settings' } = useSearch({ from: paths.user });
  const { data, isPending } = useUserProducts(user.id);
  const products = productsWithSettings(data ?? []);
  const secondsUntilKnown = useNewUserSeconds(user.id);
  const current = secondsUntilKnown === 0 ? tab : 'settings';
  return (
    <>
      {products.length > 0 && (
        <UserTabs userId={user.id} current={current} products={products} secondsUntilKnown={secondsUntilKnown} />
      )}
      <Suspense fallback={<LoadingCard />}>
        {current === 'settings' ? (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_376px]">
            <div className="grid gap-5">
              <InvitationCard userId={user.id} email={user.email} />
              <UserForm user={user} />
            </div>
            <div className="grid gap-5">
              <AccessCard user={user} />
              <FeaturesCard user={user} />
              <ProductsCard user={user} />
            </div>
          </div>
        ) : isPending ? (
          <LoadingCard />
        ) : (
          <ProductSettings userId={user.id} section={current} products={products} />
        )}
      </Suspense>
    </>
  );
}
