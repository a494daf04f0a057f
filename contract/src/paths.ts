/**
 * The addresses of the portal's pages (PAGE-10), parameters with a `$`. Paths match without regard to case.
 * The browser's router has a route for each; the server leads visitors on any other path to `notFound`.
 */
export const paths = {
  home: '/',
  products: '/products',
  product: '/Products/$id',
  plans: '/Products/$id/Plans',
  productSubscription: '/Products/$id/Subscription',
  productSubscriptionDetails: '/Products/$id/Subscription/$subscriptionId',
  purchase: '/Products/$id/Subscription/$subscriptionId/Purchase',
  billing: '/Billing',
  subscriptions: '/Billing/Subscriptions',
  subscription: '/Billing/Subscription/$id',
  invoices: '/Billing/Invoices',
  stripeMirror: '/Billing/Stripe',
  devStripe: '/dev/stripe',
  users: '/Account/Settings/Users',
  user: '/Account/Settings/Users/$userId/User/$id',
  forbidden: '/forbidden',
  notFound: '/404',
  terms: '/terms',
  privacy: '/privacy',
  subscriptionTerms: '/terms-of-subscription',
  login: '/login',
} as const;
