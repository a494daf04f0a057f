import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ChangeSearch, Panel, SandboxSearch } from '../search.ts';
import { ClocksPanel } from './clocks-panel.tsx';
import { EventsPanel } from './events-panel.tsx';
import { ObjectsPanel } from './objects-panel.tsx';

const FaultsPanel = lazyPart(() => import('./faults-panel.tsx').then((module) => module.FaultsPanel));
const ObjectDialog = lazyPart(() => import('./object-dialog.tsx').then((module) => module.ObjectDialog));

interface SandboxProps {
  search: SandboxSearch;
  onSearchChange: ChangeSearch;
}

/** The state of the Stripe sandbox, and tools to change it. */
export function Sandbox({ search, onSearchChange }: SandboxProps) {
  const { t } = useLingui();
  const panel = search.panel ?? 'clocks';
  const props = { search, onSearchChange };
  // The dialog keeps its object while it closes.
  const [lastObject, setLastObject] = useState(search.object);
  useEffect(() => {
    if (search.object) setLastObject(search.object);
  }, [search.object]);
  const shown = search.object ?? lastObject;
  const close = () => onSearchChange({ object: undefined });
  return (
    <>
      <div className="mb-5 overflow-x-auto">
        <SegmentedControl<Panel>
          label={t`What to look at`}
          value={panel}
          onChange={(next) =>
            onSearchChange({
              panel: next,
              type: undefined,
              about: undefined,
              undelivered: undefined,
              after: undefined,
              before: undefined,
            })
          }
          options={[
            { value: 'clocks', label: <Trans>Clocks</Trans> },
            { value: 'events', label: <Trans>Events</Trans> },
            { value: 'objects', label: <Trans>Objects</Trans> },
            { value: 'faults', label: <Trans>Faults</Trans> },
          ]}
        />
      </div>
      {panel === 'clocks' && <ClocksPanel {...props} />}
      {panel === 'events' && <EventsPanel {...props} />}
      {panel === 'objects' && <ObjectsPanel {...props} />}
      {panel === 'faults' && (
        <PartBoundary onFailure={() => onSearchChange({ panel: undefined })} fallback={<Skeleton className="h-60" />}>
          <FaultsPanel />
        </PartBoundary>
      )}
      <PartBoundary onFailure={close}>
        {shown && (
          <ObjectDialog id={shown} open={search.object !== undefined} onOpenChange={(open) => !open && close()} />
        )}
      </PartBoundary>
    </>
  );
}
