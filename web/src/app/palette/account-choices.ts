import { useLingui } from '@lingui/react/macro';
import type { Subscription } from '@portico/contract';
import { useNavigate } from '@tanstack/react-router';
import { Ban, CreditCard, Download, FileText, Gauge, KeyRound, Repeat, RotateCw } from 'lucide-react';
import { useInvoices } from '../../billing/invoices/invoices.api.ts';
import { useSubscriptions } from '../../billing/subscriptions/subscriptions.api.ts';
import { useFormat } from '../../lib/format.ts';
import { can } from '../../lib/permissions.ts';
import { requestAction, type SubscriptionAction } from '../../lib/requested-action.ts';
import { areProductPagesClosed, subscriptionLink } from '../../lib/subscription-link.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useDownloadLicense, useLicenses } from '../../licensing/licenses/licenses.api.ts';
import { paths } from '../paths.ts';
import type { Choice } from './rank.ts';

/** Maximum number of subscriptions, and of licenses, that the palette loads. */
const known = 20;
/** Maximum number of invoices that the palette shows. */
const shownInvoices = 5;
/** Milliseconds without a key press before invoices are searched. */
const typingRest = 200;

/** The account's subscriptions. */
export function useSubscriptionChoices(): { pages: Choice[]; actions: Choice[] } {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = { page: 1, pageSize: known, sortField: 'status', order: 'asc' } as const;
  const { data } = useSubscriptions(query, { enabled: can('subscriptions.view') });
  const open = ({ id, productId }: Subscription) => void navigate(subscriptionLink(productId, id));
  const begin = (action: SubscriptionAction, subscription: Subscription) => () => {
    requestAction(action, subscription.id);
    open(subscription);
  };
  const subscriptions = data?.items ?? [];
  const pages = subscriptions.map((subscription) => ({
    id: `subscription-${subscription.id}`,
    icon: Repeat,
    label: `${subscription.productName} – ${subscription.subscriptionPlanName}`,
    context: t`Subscription`,
    run: () => open(subscription),
  }));
  if (!can('subscriptions.manage')) return { pages, actions: [] };
  const actions = subscriptions.flatMap((subscription): Choice[] => {
    const { id, productName, paymentMethodUpdateAllowed, cancellationAllowed, restoreAllowed } = subscription;
    const action = (name: SubscriptionAction, icon: Choice['icon'], label: string, keywords: string[]) => ({
      id: `${name}-${id}`,
      icon,
      label,
      keywords,
      run: begin(name, subscription),
    });
    return [
      ...(paymentMethodUpdateAllowed
        ? [action('changeCard', CreditCard, t`Change card of ${productName}`, ['payment', 'paiement'])]
        : []),
      ...(restoreAllowed
        ? [action('restore', RotateCw, t`Restore ${productName}`, ['subscription', 'abonnement'])]
        : []),
      ...(cancellationAllowed
        ? [
            action('cancel', Ban, t`Cancel ${productName}`, [
              'subscription',
              'abonnement',
              'end',
              'annuler',
              'résilier',
            ]),
          ]
        : []),
    ];
  });
  return { pages, actions };
}

/** The account's licenses with their files, and the dashboards of their products. */
export function useLicenseChoices(): { pages: Choice[]; actions: Choice[] } {
  const { t } = useLingui();
  const navigate = useNavigate();
  const download = useDownloadLicense();
  const query = { page: 1, pageSize: known, sortField: 'created', order: 'desc' } as const;
  const { data } = useLicenses(query, { enabled: can('licenses.view') });
  const named = (data?.items ?? []).map((license) => ({
    license,
    name: license.products.map((product) => product.name).join(', ') || license.number,
  }));
  const dashboards = new Map(
    (can('productTokens.view') ? (data?.items ?? []) : [])
      .flatMap(({ products }) => products.map(({ productId, name }) => [productId, name] as const))
      .filter(([id]) => !areProductPagesClosed(id)),
  );
  return {
    pages: [
      ...named.map(({ license, name }) => ({
        id: `license-${license.id}`,
        icon: KeyRound,
        label: t`License of ${name}`,
        keywords: [license.number],
        run: () => void navigate({ to: paths.license, params: { id: String(license.id) } }),
      })),
      ...[...dashboards].map(([id, name]) => ({
        id: `dashboard-${id}`,
        icon: Gauge,
        label: t`Dashboard of ${name}`,
        keywords: ['token', 'jeton'],
        run: () => void navigate({ to: paths.productDashboard, params: { id } }),
      })),
    ],
    actions: named.flatMap(({ license, name }): Choice[] =>
      license.isDownloadAvailable
        ? [
            {
              id: `download-${license.id}`,
              icon: Download,
              label: t`Download license of ${name}`,
              keywords: ['file', 'fichier'],
              run: () => download.mutate(license.serialNumber),
            },
          ]
        : [],
    ),
  };
}

/** Invoices whose number contains the typed text, if that may be a number. */
export function useInvoiceChoices(typed: string): Choice[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { money, date } = useFormat();
  const number = useDebounced(typed.trim(), typingRest);
  const mayBeNumber = /^[a-z0-9-]{3,50}$/i.test(number) && can('invoices.view');
  const query = { page: 1, pageSize: shownInvoices, sortField: 'created', order: 'desc', text: number } as const;
  const { data } = useInvoices(query, { enabled: mayBeNumber });
  if (!mayBeNumber) return [];
  // The server also matches products and descriptions, but the palette lists products separately.
  const found = (data?.items ?? []).filter((invoice) => invoice.number?.toLowerCase().includes(number.toLowerCase()));
  return found.map((invoice) => ({
    id: `invoice-${invoice.stripeId}`,
    icon: FileText,
    label: invoice.number ?? invoice.stripeId,
    context: `${t`Invoice`} · ${date(invoice.created)} · ${money(invoice.total, invoice.currency)}`,
    run: () => void navigate({ to: paths.invoice, params: { id: invoice.stripeId } }),
  }));
}
