import { Trans, useLingui } from '@lingui/react/macro';
import { postalCodeExample } from '@portico/contract/postal-codes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { AddressFields } from '../../../ui/address-fields.tsx';
import {
  type AddressDraft,
  type AddressField,
  missingFields,
  toDraft,
  toShippingDetails,
} from '../../../ui/address-fields-draft.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import type { FlowCalls } from '../purchase.api.ts';
import { AddressText } from './address-text.tsx';
import { type CardHandle, useFlow } from './flow-context.ts';
import { FlowNotice } from './flow-notice.tsx';
import { StepHeading } from './step-heading.tsx';

/** The address last given for invoices, otherwise null. */
const businessAddressQuery = ({ findBusinessAddress }: Pick<FlowCalls, 'findBusinessAddress'>) =>
  queryOptions({
    queryKey: ['customers', 'business-address'],
    queryFn: ({ signal }) => findBusinessAddress(signal),
  });

function useBusinessAddress(calls: FlowCalls) {
  return useQuery(businessAddressQuery(calls));
}

export interface CheckoutHandle {
  /** Validates the addresses and determines the card; continues to the confirmation if both are complete. */
  submit: () => Promise<void>;
}

interface CheckoutStepProps {
  ref: Ref<CheckoutHandle>;
  /** Called once there is a card to continue with. */
  onReady: () => void;
}

/** The business address, the card, and the card's address if it differs (PUR-29). */
export function CheckoutStep({ ref, onReady }: CheckoutStepProps) {
  const { state, held, renderCardPicker } = useFlow();
  const { address, cardAddress, cardAddressIsSame } = state;
  const [isNewCard, setIsNewCard] = useState(false);
  const hasOwnAddress = isNewCard && !cardAddressIsSame;
  const missing = missingFields(address);
  const cardMissing = hasOwnAddress ? missingFields(cardAddress) : [];
  const { submit, card, form, isChecked, isBusy, ...addressState } = useCheckout(cardMissing);
  useImperativeHandle(ref, () => ({ submit }));
  const missingText = useMissingText();
  const addressProps = (fields: AddressField[], { country }: AddressDraft) => ({
    isIncomplete: isChecked && fields.length > 0,
    errors: isChecked ? missingText(fields, country) : {},
    disabled: isBusy,
  });
  const billing = hasOwnAddress ? cardAddress : address;
  return (
    <div ref={form} className="flex flex-col gap-4">
      <FlowNotice step="checkout" />
      <StepHeading title={<Trans>Billing details</Trans>} />
      <Card className="p-6 max-sm:p-4">
        <section aria-labelledby="purchase-card">
          <h3 id="purchase-card" className="mb-3 font-semibold">
            <Trans>Pay with</Trans>
          </h3>
          {renderCardPicker({
            ref: card,
            preferred: state.paymentMethodId ?? held?.paymentMethodId ?? null,
            billingDetails: missingFields(billing).length === 0 ? toShippingDetails(billing) : {},
            disabled: isBusy,
            onIsNewChange: setIsNewCard,
            onReady,
          })}
          {isNewCard && <CardAddress {...addressProps(cardMissing, cardAddress)} />}
        </section>
      </Card>
      <Card className="p-6 max-sm:p-4">
        <section aria-labelledby="purchase-business-address">
          <h3 id="purchase-business-address" className="mb-3 font-semibold">
            <Trans>Business address</Trans>
          </h3>
          <BusinessAddress {...addressState} {...addressProps(missing, address)} />
        </section>
      </Card>
    </div>
  );
}

/** The state of the step, and its submission: validates the addresses, then determines the card. */
function useCheckout(cardMissing: AddressField[]) {
  const { dispatch } = useFlow();
  const card = useRef<CardHandle>(null);
  const form = useRef<HTMLDivElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [isAddressOpen, setIsAddressOpen] = useState(false);
  const { isAddressPending, settledAddress } = useSavedAddress();
  const submit = async () => {
    dispatch({ type: 'attempted' });
    setIsBusy(true);
    try {
      const lacking = missingFields(await settledAddress());
      setIsChecked(true);
      if (lacking.length > 0) setIsAddressOpen(true);
      if (lacking.length + cardMissing.length > 0) {
        // The errors are rendered after the next paint.
        setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
        return;
      }
      const outcome = await card.current?.submit();
      if (!outcome || 'error' in outcome) return;
      dispatch({ type: 'cardChosen', paymentMethodId: outcome.paymentMethodId });
      dispatch({ type: 'wentOn' });
    } finally {
      setIsBusy(false);
    }
  };
  return { submit, card, form, isChecked, isBusy, isAddressPending, isAddressOpen, setIsAddressOpen };
}

/** Fills in the address that the account gave last. */
function useSavedAddress() {
  const { state, dispatch, calls } = useFlow();
  const { data: saved, isPending: isAddressPending, refetch } = useBusinessAddress(calls);
  useEffect(() => {
    if (saved) dispatch({ type: 'addressFound', address: toDraft(saved) });
  }, [saved, dispatch]);
  /**
   * Resolves with the final address. If the user continues before the saved address has loaded, waits for the saved
   * address.
   */
  const settledAddress = async () => {
    if (!isAddressPending || state.isAddressTouched) return state.address;
    const { data } = await refetch({ cancelRefetch: false });
    if (!data) return state.address;
    const found = toDraft(data);
    dispatch({ type: 'addressFound', address: found });
    return found;
  };
  return { isAddressPending, settledAddress };
}

/** The errors of an address's missing fields. */
function useMissingText(): (fields: AddressField[], country: string) => AddressErrors {
  const { t } = useLingui();
  const text: Record<AddressField, string> = {
    name: t`Enter a name`,
    country: t`Choose a country`,
    line1: t`Enter the address`,
    line2: '',
    city: t`Enter the city`,
    state: t`Choose the state or province`,
    postalCode: t`Enter the postal code`,
  };
  return (fields, country) => {
    const example = postalCodeExample(country);
    const texts = example ? { ...text, postalCode: t`Enter a postal code such as ${example}.` } : text;
    return Object.fromEntries(fields.map((field) => [field, texts[field]]));
  };
}

type AddressErrors = Partial<Record<AddressField, string>>;

interface AddressPartProps {
  isIncomplete: boolean;
  errors: AddressErrors;
  disabled: boolean;
}

type BusinessAddressProps = AddressPartProps &
  Pick<ReturnType<typeof useCheckout>, 'isAddressPending' | 'isAddressOpen' | 'setIsAddressOpen'>;

function BusinessAddress(props: BusinessAddressProps) {
  const { isIncomplete, errors, disabled, isAddressPending, isAddressOpen, setIsAddressOpen } = props;
  const { t } = useLingui();
  const { state, dispatch } = useFlow();
  if (isAddressPending && !state.isAddressTouched) return <SkeletonText lines={3} />;
  // An address that was typed stays a form; a known one becomes a form when it is edited.
  if (!isAddressOpen && !state.isAddressTouched && missingFields(state.address).length === 0) {
    return (
      <div className="flex items-start justify-between gap-4 rounded-card border border-line bg-canvas px-4 py-3">
        <AddressText address={state.address} />
        <Button size="sm" disabled={disabled} onClick={() => setIsAddressOpen(true)}>
          <Trans>Change</Trans>
          <span className="sr-only">
            {' '}
            <Trans>Business address</Trans>
          </span>
        </Button>
      </div>
    );
  }
  return (
    <>
      {isIncomplete && (
        <Alert tone="bad" className="mb-4">
          <Trans>Business address incomplete: please fill in the marked fields.</Trans>
        </Alert>
      )}
      <AddressFields
        value={state.address}
        onChange={(address) => dispatch({ type: 'addressChanged', address })}
        errors={errors}
        nameLabel={t`Business name`}
        nameAutoComplete="organization"
        autoCompleteGroup="shipping"
        disabled={disabled}
      />
    </>
  );
}

/** The address of a newly entered card: the business address by default. */
function CardAddress({ isIncomplete, errors, disabled }: AddressPartProps) {
  const { t } = useLingui();
  const { state, dispatch } = useFlow();
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Checkbox
        label={t`Card address is the same as business address`}
        checked={state.cardAddressIsSame}
        disabled={disabled}
        onChange={(event) => dispatch({ type: 'cardAddressIsSameSet', isSame: event.target.checked })}
      />
      {isIncomplete && (
        <Alert tone="bad">
          <Trans>Card address incomplete: please fill in the marked fields.</Trans>
        </Alert>
      )}
      {!state.cardAddressIsSame && (
        <AddressFields
          value={state.cardAddress}
          onChange={(address) => dispatch({ type: 'cardAddressChanged', address })}
          errors={errors}
          nameLabel={t`Name on card`}
          autoCompleteGroup="billing"
          disabled={disabled}
        />
      )}
    </div>
  );
}
