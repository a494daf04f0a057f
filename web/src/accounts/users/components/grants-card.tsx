import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type SavedChoices, useChoices } from '../../../lib/choices.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';

/** Something that can be granted to a user. */
export interface Grant {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly isEnabled: boolean;
}

export interface GrantGroup {
  readonly legend: ReactNode;
  /** Whether the legend is only for screen readers, because the card's title says the same. */
  readonly hideLegend?: boolean;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
  readonly grants: readonly Grant[];
}

interface GrantsCardProps {
  title: ReactNode;
  /** Why nothing can be changed, or the subject of the choices. */
  description?: ReactNode;
  groups: readonly GrantGroup[];
  mayChange: boolean;
  isSaving: boolean;
  onSave: (enabled: SavedChoices<string>) => Promise<unknown>;
}

/** What is granted to a user, as checkboxes that are saved together. */
export function GrantsCard({ title, description, groups, mayChange, isSaving, onSave }: GrantsCardProps) {
  const all = groups.flatMap(({ grants }) => grants);
  const { chosen, isChanged, revision, toggle, reset } = useChoices(
    all.map(({ id, isEnabled }) => ({ id, isChosen: isEnabled })),
  );
  return (
    <Card>
      <UnsavedChangesGuard isChanged={isChanged && !isSaving} />
      <CardHeader title={title} description={description} className="border-b border-line" />
      <div className="grid gap-5 p-5">
        {groups.map(({ legend, hideLegend, empty, grants }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups stay in their order
          <fieldset key={index} className="grid gap-2.5">
            <legend className={hideLegend ? 'sr-only' : 'mb-2 font-medium'}>{legend}</legend>
            {grants.length === 0 && <p className="text-muted">{empty}</p>}
            {grants.map((grant) => (
              <Checkbox
                key={grant.id}
                label={grant.title}
                hint={grant.description}
                checked={chosen.includes(grant.id)}
                disabled={!mayChange || isSaving}
                onChange={(event) => toggle(grant.id, event.target.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {mayChange && all.length > 0 && (
        <div className="flex justify-end border-t border-line px-5 py-3">
          <Button
            pending={isSaving}
            disabled={!isChanged}
            onClick={() =>
              // On failure the choices are kept, and a toast shows the reason.
              void onSave({ ids: chosen, revision }).then(reset, () => undefined)
            }
          >
            <Trans>Save</Trans>
          </Button>
        </div>
      )}
    </Card>
  );
}
