import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { requestPayment } from '../../../lib/payment-request.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import type { Unpaid } from '../../../notices/attention/model/attention.ts';
import type { CardPickerHandle } from '../../cards/components/card-picker-content.tsx';
import { payInvoice } from '../../invoices/pay/use-invoice-payment.ts';

interface ReplacementOptions {
  readonly deletesReplaced: boolean;
  /** The past-due invoice to pay with the other card. */
  readonly owed: Unpaid | undefined;
}

/**
 * Replaces a card with the chosen one. The dialog closes while the outcome is unknown. If the invoice is not paid, its
 * payment dialog opens and shows why.
 */
export function useReplacement(replacedId: string, onClose: () => void) {
  const { t } = useLingui();
  const { money } = useFormat();
  const queryClient = useQueryClient();
  const picker = useRef<CardPickerHandle>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function replace(paymentMethodId: string, deleteReplaced: boolean): Promise<boolean> {
    let isOpen = true;
    try {
      const body = { paymentMethodId, deleteReplaced };
      const answer = await api('POST /api/Billing/PaymentMethods/{id}/Replacement', {
        params: { id: replacedId },
        body,
      });
      await settled(answer, {
        onPending: () => {
          isOpen = false;
          onClose();
          void announceHoldings(queryClient);
        },
      });
      notify.success(t`The card was replaced`);
      return true;
    } catch (problem) {
      if (isOpen) setError(describeProblem(problem));
      else reportProblem(problem);
      return false;
    } finally {
      await announceHoldings(queryClient);
    }
  }

  async function payNow({ invoiceId, amount, currency }: Unpaid, paymentMethodId: string): Promise<void> {
    const neverAborted = new AbortController().signal;
    const { phase } = await payInvoice(invoiceId, { paymentMethodId, keepCard: false }, neverAborted);
    void announceHoldings(queryClient);
    const paid = money(amount, currency);
    if (phase === 'paid') notify.success(t`${paid} was paid. Thank you.`);
    else requestPayment(invoiceId);
  }

  async function submit({ deletesReplaced, owed }: ReplacementOptions): Promise<void> {
    if (isWorking) return;
    setIsWorking(true);
    setError(null);
    try {
      const chosen = await picker.current?.submit();
      if (!chosen || 'error' in chosen) return;
      if (!(await replace(chosen.paymentMethodId, deletesReplaced))) return;
      if (owed) await payNow(owed, chosen.paymentMethodId);
      onClose();
    } finally {
      setIsWorking(false);
    }
  }

  return { picker, isWorking, error, submit };
}
