import { Trans, useLingui } from '@lingui/react/macro';
import { longestShownCustomer, maxShownCustomers, shapeTypes } from '@portico/contract/browser';
import { ArrowDown, ArrowUp, ImageOff, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { type Control, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type CompanyDraft, newCustomer } from '../model/company-draft.ts';
import { usePicture } from './use-picture.ts';

interface CustomersCardProps {
  form: UseFormReturn<CompanyDraft>;
  readOnly: boolean;
}

/** The customers that the brand shows in its sign-up, in this order (BRAND-9). */
export function CustomersCard({ form, readOnly }: CustomersCardProps) {
  return (
    <Card>
      <CardHeader
        title={<Trans>Customers on the sign-up</Trans>}
        description={
          <Trans>
            The sign-up names them under “In daily use at”. Ask them first. A logo is a PNG, WebP or SVG file of at most
            256 kB with a transparent ground: its shape alone is shown, in the color of the text.
          </Trans>
        }
        className="sm:px-6"
      />
      <div className="flex flex-col gap-4 border-t border-line px-5 py-4 sm:px-6 sm:py-5">
        {readOnly ? <NamedCustomers form={form} /> : <CustomerRows form={form} />}
      </div>
    </Card>
  );
}

function NamedCustomers({ form }: Pick<CustomersCardProps, 'form'>) {
  const customers = form.watch('customers');
  if (customers.length === 0) return <NoCustomers />;
  return (
    <ol className="flex flex-wrap gap-x-6 gap-y-3">
      {customers.map(({ name, logo }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nobody moves them here, and two may have one name
        <li key={index} className="flex min-w-0 items-center gap-2">
          {logo.shown && <Shape shown={logo.shown} />}
          <span className="truncate font-semibold">{name}</span>
        </li>
      ))}
    </ol>
  );
}

const NoCustomers = () => (
  <p className="text-sm text-muted">
    <Trans>The sign-up names no customers</Trans>
  </p>
);

type Step = 'up' | 'down' | 'remove';

function CustomerRows({ form }: Pick<CustomersCardProps, 'form'>) {
  const { fields, append, move, remove } = useFieldArray({
    control: form.control as Control<CompanyDraft>,
    name: 'customers',
  });
  const part = useRef<HTMLDivElement>(null);
  const focus = (index: number, step: Step) =>
    requestAnimationFrame(() => {
      const row = part.current?.querySelectorAll('li').item(index);
      // At an end of the list, the button for this direction is locked.
      const usable = (row ?? part.current)?.querySelectorAll<HTMLElement>('button[data-step]:not(:disabled)') ?? [];
      const wanted = [...usable].find((button) => button.dataset.step === step) ?? usable[0];
      wanted?.focus();
    });
  const moveBy = (index: number, by: 1 | -1) => {
    move(index, index + by);
    focus(index + by, by < 0 ? 'up' : 'down');
  };
  const isFull = fields.length >= maxShownCustomers;
  const error = form.formState.errors.customers?.message;
  return (
    <div ref={part} className="@container flex flex-col gap-4">
      {fields.length === 0 ? (
        <NoCustomers />
      ) : (
        <ol className="flex flex-col gap-4">
          {fields.map(({ id }, index) => (
            <CustomerRow
              key={id}
              form={form}
              index={index}
              isLast={index === fields.length - 1}
              onMove={(by) => moveBy(index, by)}
              onRemove={() => {
                remove(index);
                focus(Math.min(index, fields.length - 2), 'remove');
              }}
            />
          ))}
        </ol>
      )}
      {error && <FieldError>{error}</FieldError>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          data-step="add"
          disabled={isFull}
          onClick={() => append(newCustomer, { focusName: `customers.${fields.length}.name` })}
        >
          <Plus aria-hidden="true" />
          <Trans>Add customer</Trans>
        </Button>
        {isFull && (
          <p className="text-xs text-muted">
            <Trans>There is room for {maxShownCustomers} customers</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

interface CustomerRowProps {
  form: UseFormReturn<CompanyDraft>;
  index: number;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** A customer's name and logo, with the actions on both. */
function CustomerRow({ form, index, isLast, onMove, onRemove }: CustomerRowProps) {
  const { t } = useLingui();
  const picture = usePicture(form, `customers.${index}.logo`);
  const error = form.getFieldState(`customers.${index}.name`, form.formState).error?.message;
  const label = t`Name of customer ${index + 1}`;
  const name = form.watch(`customers.${index}.name`).trim() || label;
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2">
      <span className="grid size-9 shrink-0 place-items-center rounded-control border border-line-strong text-ink pointer-coarse:size-11">
        {picture.shown ? <Shape shown={picture.shown} /> : <span className="text-muted">–</span>}
      </span>
      <Field label={label} hideLabel error={error} className="min-w-40 flex-1">
        {(control) => (
          <TextInput
            {...control}
            {...form.register(`customers.${index}.name`, {
              validate: (text) => text.trim() !== '' || t`Enter a name, or remove the customer.`,
            })}
            maxLength={longestShownCustomer}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-start gap-1 @max-xl:order-last @max-xl:w-full">
        <LogoButtons
          name={name}
          label={t`Logo of customer ${index + 1}`}
          picture={picture}
          onRemove={() => {
            picture.remove();
            form.setFocus(`customers.${index}.logo`);
          }}
        />
        <IconButton data-step="up" label={t`Move up: ${name}`} disabled={index === 0} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton data-step="down" label={t`Move down: ${name}`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
      </div>
      <IconButton data-step="remove" label={t`Remove: ${name}`} onClick={onRemove} className="pointer-coarse:size-11">
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface LogoButtonsProps {
  /** The customer's name. */
  name: string;
  label: string;
  picture: ReturnType<typeof usePicture>;
  onRemove: () => void;
}

/** As wide as its buttons, so that an error below them moves no other button. */
function LogoButtons({ name, label, picture, onRemove }: LogoButtonsProps) {
  const { t } = useLingui();
  return (
    <Field label={label} hideLabel error={picture.error} className="w-min">
      {(control) => (
        <span className="flex items-center gap-1">
          <FileButton
            ref={picture.ref}
            control={control}
            accept={shapeTypes.join(',')}
            aria-label={t`Choose a logo: ${name}`}
            onChoose={picture.choose}
          >
            {t`Choose a logo`}
          </FileButton>
          <IconButton label={t`Remove the logo: ${name}`} disabled={!picture.shown} onClick={onRemove}>
            <ImageOff aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </Field>
  );
}

/** A logo in the color of the text, as in the sign-up. */
function Shape({ shown }: { shown: string }) {
  return (
    <span
      aria-hidden="true"
      className="size-5 shrink-0 bg-current"
      style={{ mask: `url("${shown}") center / contain no-repeat` }}
    />
  );
}
