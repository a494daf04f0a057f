import { Trans } from '@lingui/react/macro';
import { can } from '../../../lib/permissions.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useSaveActingNotice } from '../account-settings.api.ts';

/** Whether the owner is notified by mail when the vendor's staff act as a user. */
export function ActingNotice({ notifyActing }: { notifyActing: boolean }) {
  const save = useSaveActingNotice();
  const shown = save.isPending ? save.variables : notifyActing;
  return (
    <Card>
      <CardHeader
        title={<Trans>The vendor’s staff</Trans>}
        description={
          <Trans>
            They can act as one of your users to help, for an hour at most. The audit log records who did and why.
          </Trans>
        }
        className="sm:px-6"
      />
      <div className="border-t border-line px-5 py-4 sm:px-6">
        <Checkbox
          label={<Trans>Email the owner each time</Trans>}
          checked={shown}
          disabled={save.isPending || !can('accountSettings.manageSecurity')}
          onChange={(event) => save.mutate(event.target.checked)}
        />
      </div>
    </Card>
  );
}
