import { Trans, useLingui } from '@lingui/react/macro';
import type { Passkey } from '@portico/contract';
import { useId, useState } from 'react';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useRenamePasskey } from '../passkeys.api.ts';

/** Renames a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const rename = useRenamePasskey();
  const [name, setName] = useState(passkey.name);
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={rename.isPending}
      size="sm"
      title={<Trans>Rename passkey</Trans>}
      footer={
        <FormButtons formId={formId} isPending={rename.isPending} onCancel={onClose}>
          <Trans>Save</Trans>
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(name.trim() === '');
          if (name.trim() !== '') rename.mutate({ id: passkey.id, name }, { onSuccess: onClose });
        }}
      >
        <Field label={t`Name`} required error={isMissing ? t`The Name field is required` : undefined}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={100}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setIsMissing(false);
              }}
            />
          )}
        </Field>
        {rename.error && <Alert tone="bad">{describeProblem(rename.error)}</Alert>}
      </form>
    </Dialog>
  );
}
