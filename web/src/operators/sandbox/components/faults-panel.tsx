import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SandboxFault } from '@portico/contract';
import { ShieldCheck, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Card } from '../../../ui/card.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFaults, useRemoveFault } from '../sandbox.api.ts';
import { asList } from './as-list.ts';
import { FaultForm } from './fault-form.tsx';
import { FaultDetail, useFaultNames } from './fault-text.tsx';

const column = columnsFor<SandboxFault>();

/** The planned faults. */
export function FaultsPanel() {
  const { t } = useLingui();
  const columns = useFaultColumns();
  const query = useFaults();
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <FaultForm />
      </Card>
      <Card className="overflow-hidden">
        <DataTable
          caption={t`Faults`}
          columns={columns}
          query={asList(query)}
          rowId={(row) => row.id}
          skeletonRows={2}
          errorTitle={<Trans>The faults could not be loaded</Trans>}
          empty={
            <EmptyState
              icon={ShieldCheck}
              title={<Trans>No fault is set</Trans>}
              description={<Trans>Set a fault above to see how the portal copes with it.</Trans>}
            />
          }
        />
      </Card>
    </div>
  );
}

function useFaultColumns() {
  const { t } = useLingui();
  const names = useFaultNames();
  const { mutate: remove, isPending, variables } = useRemoveFault();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.accessor('kind', {
          header: t`What goes wrong`,
          cell: ({ getValue }) => names[getValue()],
          meta: { card: 'title', skeleton: 'w-48' },
        }),
        column.display({
          id: 'detail',
          header: t`Where`,
          cell: ({ row: { original } }) => <FaultDetail fault={original} />,
          meta: { skeleton: 'w-40' },
        }),
        column.accessor('times', {
          header: t`How often`,
          cell: ({ row: { original } }) => {
            const { times } = original;
            return <Plural value={times} one="once more" other="# more times" />;
          },
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row: { original } }) => {
            const name = names[original.kind];
            return (
              <IconButton
                size="sm"
                label={t`Remove: ${name}`}
                disabled={isPending && variables === original.id}
                onClick={() => remove(original.id)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            );
          },
          meta: { align: 'end', card: 'actions', skeleton: 'w-8' },
        }),
      ]),
    [t, isPending, variables, remove],
  );
}
