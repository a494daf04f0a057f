/**
 * The calls of the billing dashboard for its parts (UI-15), each with its query. A story compares them with the browser's calls, and the benchmarks
 * use the same.
 */
export const overviewCalls = [
  '/api/Billing/Attention',
  '/api/Billing/Balance',
  '/api/Billing/Details',
  '/api/Billing/MirrorAge',
  '/api/Billing/NextPayments',
  '/api/Billing/Operations',
  '/api/Billing/PaymentIntents?page=1&pageSize=5&sortField=created&order=desc',
  '/api/Billing/PaymentMethods/Card?pageSize=100',
  '/api/Billing/Recipients',
  '/api/Products/List',
  // Of the menu.
  '/api/Products/My',
  '/api/Subscription/invoices/pending?page=1&pageSize=5',
  '/api/Subscription/invoices?page=1&pageSize=5&sortField=created&order=desc',
  '/api/Subscription/list?page=1&pageSize=100&sortField=status&order=asc',
  '/api/Subscription/list?page=1&pageSize=5&sortField=status&order=asc',
] as const;
