import { Trans } from '@lingui/react/macro';
import { ShieldOff } from 'lucide-react';
import { can } from '../../../lib/permissions.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useDefaultPermissions, useSaveDefaultPermissions } from '../default-permissions.api.ts';
import { ChoicesCard } from './choices-card.tsx';

/** The default permissions of an account's new users. */
export function DefaultPermissionsCard() {
  const query = useDefaultPermissions();
  const save = useSaveDefaultPermissions();
  return (
    <QueryView query={query} missing={<Trans>The permissions were not found</Trans>}>
      {({ features }) => (
        <ChoicesCard
          title={<Trans>Permissions for new users</Trans>}
          description={<Trans>New users get these. Existing users keep what they have.</Trans>}
          choices={features.map(({ id, title, description, isEnabled }) => ({
            id,
            label: title,
            hint: description,
            isChosen: isEnabled,
          }))}
          empty={<EmptyState icon={ShieldOff} title={<Trans>No permissions available</Trans>} />}
          readOnly={!can('defaultPermissions.manage')}
          save={save}
        />
      )}
    </QueryView>
  );
}
