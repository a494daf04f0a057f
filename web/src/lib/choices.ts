import { idsRevision } from '@portico/contract/browser';
import { useState } from 'react';
import { toggleGrant } from './permissions.ts';

/**
 * Checkboxes that are saved together. Only what the user changed is kept, so values that somebody else saved in the
 * meantime are shown with the user's own changes (WIRE-23).
 */
export function useChoices<Id extends string>(choices: readonly { readonly id: Id; readonly isChosen: boolean }[]) {
  const [changes, setChanges] = useState<ReadonlyMap<Id, boolean>>(new Map());
  const idsOf = (chosen: typeof choices) => chosen.map(({ id }) => id);
  const chosen = idsOf(choices.filter(({ id, isChosen }) => changes.get(id) ?? isChosen));
  return {
    chosen,
    isChanged: choices.some(({ id, isChosen }) => isChosen !== chosen.includes(id)),
    /** Identifies the saved values. */
    revision: idsRevision(idsOf(choices.filter(({ isChosen }) => isChosen))),
    toggle(id: Id, isOn: boolean): void {
      const next = toggleGrant(choices, chosen, id, isOn);
      const changed = choices.filter((choice) => choice.isChosen !== next.includes(choice.id));
      setChanges(new Map(changed.map((choice) => [choice.id, !choice.isChosen])));
    },
    reset: () => setChanges(new Map()),
  };
}

/** The choices to save, with the revision that they were made from. */
export interface SavedChoices<Id extends string> {
  readonly ids: Id[];
  readonly revision: string;
}
