import { msg } from '@lingui/core/macro';

/** The labels of a product's tabs, which are also the breadcrumbs of their pages. */
export const productTabs = {
  overview: msg`Overview`,
  license: msg`License & devices`,
  subscription: msg`Subscription`,
  usage: msg`Usage`,
  connect: msg({ message: 'Connect', context: 'product tab' }),
};
