import { Trans } from '@lingui/react/macro';

/** Heads a column of buttons: there to hear, not to see. */
export function ActionsHeader() {
  return (
    <span className="sr-only">
      <Trans>Actions</Trans>
    </span>
  );
}
