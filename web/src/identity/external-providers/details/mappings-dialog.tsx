import { Trans, useLingui } from '@lingui/react/macro';
import type { ClaimMapping, ExternalProvider } from '@portico/contract';
import { maxClaimMappings } from '@portico/contract/browser';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useProducts, useSaveProvider } from '../external-providers.api.ts';
import { createProviderDraft, toProviderInput } from '../model/provider-draft.ts';

interface MappingsDialogProps {
  provider: ExternalProvider;
  onClose: () => void;
}

interface DraftRow extends ClaimMapping {
  key: number;
}

const emptyRow = (key: number): DraftRow => ({ key, claim: 'groups', value: '', role: null, products: [] });

/** All mappings of claims. They are saved with the saved settings of the provider, not with the form's. */
export function MappingsDialog(props: MappingsDialogProps) {
  const { onClose } = props;
  const formId = useId();
  const { rows, change, remove, add, isChecked, save, submit } = useMappings(props);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      isBusy={save.isPending}
      title={<Trans>Roles and products from claims</Trans>}
      description={
        <Trans>Whoever has the value in the claim gets the role and the products. Several rows add up.</Trans>
      }
      footer={
        <FormButtons formId={formId} isPending={save.isPending} onCancel={onClose}>
          <Trans>Save rows</Trans>
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) submit();
        }}
      >
        {save.error && !(save.error instanceof ConfirmationCanceled) && (
          <Alert tone="bad">{describeProblem(save.error)}</Alert>
        )}
        {rows.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            number={index + 1}
            problem={isChecked ? validateRow(row) : null}
            onChange={(part) => change(row.key, part)}
            onRemove={() => remove(row.key)}
          />
        ))}
        {rows.length < maxClaimMappings && (
          <Button className="justify-self-start" onClick={add}>
            <Plus aria-hidden="true" />
            <Trans>Add a row</Trans>
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** The form's rows, initially at least one, and the function that saves them. */
function useMappings({ provider, onClose }: MappingsDialogProps) {
  const save = useSaveProvider(provider.id);
  const [rows, setRows] = useState<DraftRow[]>(() =>
    provider.claimMappings.length > 0
      ? provider.claimMappings.map((mapping, key) => ({ ...mapping, key }))
      : [emptyRow(0)],
  );
  const [isChecked, setIsChecked] = useState(false);
  const [nextKey, setNextKey] = useState(rows.length);
  const submit = () => {
    setIsChecked(true);
    if (rows.some((row) => validateRow(row) !== null)) return;
    const claimMappings = rows.map(({ key: _, ...row }) => ({
      ...row,
      claim: row.claim.trim(),
      value: row.value.trim(),
    }));
    const input = toProviderInput(createProviderDraft(provider), provider.type, provider.version);
    save.mutate({ ...input, claimMappings }, { onSuccess: onClose });
  };
  return {
    rows,
    isChecked,
    save,
    submit,
    change: (key: number, part: Partial<ClaimMapping>) =>
      setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove: (key: number) => setRows((all) => all.filter((row) => row.key !== key)),
    add: () => {
      setRows((all) => [...all, emptyRow(nextKey)]);
      setNextKey(nextKey + 1);
    },
  };
}

type RowProblem = 'claim' | 'value' | 'effect';

function validateRow({ claim, value, role, products }: ClaimMapping): RowProblem | null {
  if (claim.trim() === '') return 'claim';
  if (value.trim() === '') return 'value';
  return role === null && products.length === 0 ? 'effect' : null;
}

interface RowProps {
  row: DraftRow;
  number: number;
  problem: RowProblem | null;
  onChange: (part: Partial<ClaimMapping>) => void;
  onRemove: () => void;
}

function Row({ row, number, problem, onChange, onRemove }: RowProps) {
  const { t } = useLingui();
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-4">
      <legend className="sr-only">
        <Trans>Row {number}</Trans>
      </legend>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_2fr_1fr_auto]">
        <Field label={t`Claim`} required error={problem === 'claim' ? t`Enter a claim` : undefined}>
          {(control) => (
            <TextInput
              {...control}
              {...plain}
              value={row.claim}
              maxLength={100}
              onChange={(event) => onChange({ claim: event.target.value })}
            />
          )}
        </Field>
        <Field label={t`Value`} required error={problem === 'value' ? t`Enter a value` : undefined}>
          {(control) => (
            <TextInput
              {...control}
              {...plain}
              value={row.value}
              maxLength={300}
              onChange={(event) => onChange({ value: event.target.value })}
            />
          )}
        </Field>
        <RoleField row={row} onChange={onChange} />
        <IconButton label={t`Remove row ${number}`} className="sm:mt-[27px]" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <Products
        chosen={row.products}
        isDisabled={row.role === 'admin'}
        onChange={(products) => onChange({ products })}
      />
      {problem === 'effect' && (
        <p role="alert" className="text-xs text-bad">
          <Trans>Choose a role or a product</Trans>
        </p>
      )}
    </fieldset>
  );
}

function RoleField({ row, onChange }: Pick<RowProps, 'row' | 'onChange'>) {
  const { t } = useLingui();
  return (
    <Field label={t`Role`}>
      {(control) => (
        <NativeSelect
          {...control}
          className="h-9"
          value={row.role ?? ''}
          onChange={(role) => onChange({ role: (role || null) as ClaimMapping['role'] })}
          options={[
            { value: '', label: t`As it is` },
            { value: 'admin', label: t`Admin` },
            { value: 'readOnly', label: t`Read only` },
          ]}
        />
      )}
    </Field>
  );
}

interface ProductsProps {
  chosen: readonly string[];
  /** Admins have all products. */
  isDisabled: boolean;
  onChange: (products: string[]) => void;
}

function Products({ chosen, isDisabled, onChange }: ProductsProps) {
  const { data = [] } = useProducts();
  if (isDisabled)
    return (
      <p className="text-sm text-muted">
        <Trans>Admins have all products.</Trans>
      </p>
    );
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-1.5 text-sm font-medium">
        <Trans>Products</Trans>
      </legend>
      {data.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}
