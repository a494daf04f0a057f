import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type SavedChoices, useChoices } from '../../../lib/choices.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';

export interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChosen: boolean;
}

interface ChoicesCardProps<Id extends string> {
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly choices: readonly Choice<Id>[];
  /** Shown if there is nothing to choose from. */
  readonly empty: ReactNode;
  /** Whether the user may only view the choices. */
  readonly readOnly: boolean;
  readonly save: {
    readonly mutateAsync: (choices: SavedChoices<Id>) => Promise<unknown>;
    readonly isPending: boolean;
    readonly error: unknown;
  };
}

/** A card of checkboxes that are saved together. No input is lost if saving fails. */
export function ChoicesCard<Id extends string>(props: ChoicesCardProps<Id>) {
  const { title, description, choices, empty, readOnly, save } = props;
  const { chosen, isChanged: isDirty, revision, toggle, reset } = useChoices(choices);
  const submit = () => save.mutateAsync({ ids: chosen, revision }).then(reset, () => {});
  return (
    <Card>
      <CardHeader title={title} description={description} />
      {choices.length === 0 ? (
        empty
      ) : (
        <form
          className="border-t border-line"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <UnsavedChangesGuard isChanged={isDirty && !save.isPending} />
          <ul className="grid gap-4 px-5 py-4">
            {choices.map(({ id, label, hint }) => (
              <li key={id}>
                <Checkbox
                  label={label}
                  hint={hint}
                  checked={chosen.includes(id)}
                  disabled={readOnly}
                  onChange={(event) => toggle(id, event.currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
          {Boolean(save.error) && !save.isPending && (
            <div className="px-5 pb-4">
              <Alert tone="bad">{describeProblem(save.error)}</Alert>
            </div>
          )}
          {!readOnly && (
            <div className="flex justify-end border-t border-line px-5 py-3">
              <Button type="submit" pending={save.isPending} disabled={!isDirty}>
                <Trans>Save changes</Trans>
              </Button>
            </div>
          )}
        </form>
      )}
    </Card>
  );
}
