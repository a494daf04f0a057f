import { Trans } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useActingTarget } from '../acting/acting.api.ts';
import { ActAsButton } from '../acting/components/act-as-button.tsx';

/** For operators: a user of any account by id, such as a ticket names it, as whom they can act. */
export function ActAsPage() {
  const { userId } = useParams({ from: paths.actAs });
  const query = useActingTarget(Number(userId));
  return (
    <>
      <PageHeader />
      <QueryView query={query} missing={<Trans>This user was not found</Trans>} skeletonClassName="h-32">
        {({ userId: id, name, login, accountName }) => (
          <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
            <div className="min-w-0">
              <h2 className="text-lg font-semibold tracking-tight wrap-anywhere">{name}</h2>
              <p className="mt-0.5 text-muted wrap-anywhere">{login}</p>
              <p className="text-muted wrap-anywhere">{accountName}</p>
            </div>
            <ActAsButton userId={id} name={name} />
          </Card>
        )}
      </QueryView>
    </>
  );
}
