import { Trans, useLingui } from '@lingui/react/macro';
import type { Passkey } from '@portico/contract';
import { Ellipsis, Fingerprint, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useAddPasskey, usePasskeys } from '../passkeys.api.ts';
import { usePasskeyProblem } from './use-passkey-problem.ts';

const RenamePasskey = lazyPart(() => import('./rename-passkey.tsx').then((module) => module.RenamePasskey));
const RemovePasskey = lazyPart(() => import('./remove-passkey.tsx').then((module) => module.RemovePasskey));

interface Opened {
  readonly dialog: 'rename' | 'remove';
  readonly passkey: Passkey;
}

/** The user's passkeys, which can be added, renamed and removed. */
export function PasskeyList() {
  const query = usePasskeys();
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayChange = can('profile.manage');
  const close = () => setOpened(null);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Passkeys</Trans>}
        description={<Trans>Sign in with a fingerprint, a face or a security key, without a password</Trans>}
        action={mayChange && query.data && <AddPasskey canAdd={query.data.canAdd} />}
      />
      <div className="border-t border-line">
        <QueryView query={query} missing={<Trans>There are no passkeys</Trans>} skeletonClassName="h-32">
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={Fingerprint}
                title={<Trans>No passkey yet</Trans>}
                description={
                  <Trans>A passkey signs you in faster than a password, and it cannot be stolen by a fake site.</Trans>
                }
              />
            ) : (
              <ul className="divide-y divide-line">
                {items.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    mayChange={mayChange}
                    onOpen={(dialog) => setOpened({ dialog, passkey })}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </div>
      <PartBoundary key={opened?.passkey.id} onFailure={close}>
        {opened?.dialog === 'rename' && <RenamePasskey passkey={opened.passkey} onClose={close} />}
        {opened?.dialog === 'remove' && <RemovePasskey passkey={opened.passkey} onClose={close} />}
      </PartBoundary>
    </Card>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  mayChange: boolean;
  onOpen: (dialog: Opened['dialog']) => void;
}

function PasskeyRow({ passkey, mayChange, onOpen }: PasskeyRowProps) {
  const { t } = useLingui();
  const { name, isSynced } = passkey;
  const Icon = isSynced ? KeyRound : Fingerprint;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-[10px] bg-neutral-soft text-muted [&_svg]:size-4.5">
        <Icon aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <p className="text-sm text-muted wrap-anywhere">
          <PasskeyFacts passkey={passkey} />
        </p>
      </div>
      {mayChange && (
        <Menu
          trigger={
            <IconButton label={t`Actions for ${name}`}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem icon={Pencil} onSelect={() => onOpen('rename')}>
            <Trans>Rename</Trans>
          </MenuItem>
          <MenuItem icon={Trash2} tone="danger" onSelect={() => onOpen('remove')}>
            <Trans>Remove</Trans>
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}

function PasskeyFacts({ passkey: { name, keeper, isSynced, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const added = date(createdAt);
  const used = lastUsedAt && date(lastUsedAt, 'dateTime');
  const facts = [
    keeper !== name && keeper,
    isSynced ? t`on all your devices` : t`on one device`,
    t`added ${added}`,
    used ? t`last used ${used}` : t`not used yet`,
  ];
  return facts.filter(Boolean).join(' · ');
}

/**
 * Adds a passkey with the browser's own dialog.
 * @param canAdd false if the user has the maximum number (PSK-7)
 */
function AddPasskey({ canAdd }: { canAdd: boolean }) {
  const add = useAddPasskey();
  const problem = usePasskeyProblem()(add.error);
  return (
    <div className="flex flex-col items-end gap-2">
      <Button disabled={!canAdd} pending={add.isPending} onClick={() => add.mutate()}>
        <Plus aria-hidden="true" />
        <Trans>Add passkey</Trans>
      </Button>
      {!canAdd && (
        <p className="text-sm text-muted">
          <Trans>You have the maximum number. Remove one first.</Trans>
        </p>
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
    </div>
  );
}
