import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProviderRow } from '@portico/contract';
import { Ellipsis, LogIn, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useExternalProviders } from '../external-providers.api.ts';
import { typeNames } from '../model/type-names.ts';
import { ActiveTag } from './provider-tags.tsx';

const ProviderMenu = lazyPart(() => import('./provider-menu.tsx').then((module) => module.ProviderMenu));

const column = columnsFor<ExternalProviderRow>();

/**
 * The account's identity providers.
 * @param onAdd adds a provider from an empty list; undefined for users who may not
 */
export function ProviderTable({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useLingui();
  const { data, ...query } = useExternalProviders();
  const list = data && { ...data, total: data.items.length, totalPages: 1 };
  return (
    <DataTable
      caption={t`External providers`}
      columns={useColumns()}
      query={{ ...query, data: list } as Parameters<typeof DataTable<ExternalProviderRow>>[0]['query']}
      rowId={({ id }) => String(id)}
      skeletonRows={2}
      errorTitle={<Trans>The external providers could not be loaded</Trans>}
      empty={
        <EmptyState
          icon={LogIn}
          title={<Trans>Let your people sign in with their company’s login</Trans>}
          description={
            <Trans>
              Connect Entra ID, Okta or any OpenID provider. Your people do not need another password, and people who
              leave your company can no longer sign in here. You test it before anyone depends on it.
            </Trans>
          }
          action={
            onAdd && (
              <Button onClick={onAdd}>
                <Plus aria-hidden="true" />
                <Trans>Add External Provider</Trans>
              </Button>
            )
          }
        />
      }
    />
  );
}

function useColumns() {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'name',
          header: t`Name`,
          cell: ({ row: { original } }) => (
            <TextLink to="/ExtProviders/$id" params={{ id: String(original.id) }}>
              {original.name}
            </TextLink>
          ),
          meta: { card: 'title', skeleton: 'w-40' },
        }),
        column.display({
          id: 'type',
          header: t`Type`,
          cell: ({ row: { original } }) => typeNames[original.type],
          meta: { skeleton: 'w-20' },
        }),
        column.display({
          id: 'status',
          header: t`Status`,
          cell: ({ row: { original } }) => <ActiveTag isActive={original.active} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'actions',
          header: () => <ActionsHeader />,
          cell: ({ row: { original } }) => <ProviderActions provider={original} />,
          meta: { card: 'actions', align: 'end', skeleton: 'w-8' },
        }),
      ]),
    [t],
  );
}

/** The row's menu, whose code loads while the pointer or focus rests on its button. */
function ProviderActions({ provider }: { provider: ExternalProviderRow }) {
  const { t } = useLingui();
  const [isWanted, setIsWanted] = useState(false);
  const { name } = provider;
  const button = (
    <IconButton
      {...(!isWanted && { ...ProviderMenu.warmUp, onClick: () => setIsWanted(true) })}
      size="sm"
      label={t`Actions for ${name}`}
      aria-haspopup="menu"
    >
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
  return (
    <PartBoundary fallback={button} onFailure={() => setIsWanted(false)}>
      {isWanted ? <ProviderMenu provider={provider} trigger={button} /> : button}
    </PartBoundary>
  );
}
