/** The addresses of the portal's pages, as the specification spells them (spec 1 §2). Paths match without regard to case. */
export const paths = {
  home: '/',
  products: '/products',
  plans: '/Products/$id/Plans',
  productSubscription: '/Products/$id/Subscription',
  productSubscriptionDetails: '/Products/$id/Subscription/$subscriptionId',
  purchase: '/Products/$id/Subscription/$subscriptionId/Purchase',
  billing: '/Billing',
  subscriptions: '/Billing/Subscriptions',
  subscription: '/Billing/Subscription/$id',
  invoices: '/Billing/Invoices',
  forbidden: '/forbidden',
  notFound: '/404',
  terms: '/terms',
  privacy: '/privacy',
  subscriptionTerms: '/terms-of-subscription',
  login: '/login',
} as const;
