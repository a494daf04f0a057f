import { msg } from '@lingui/core/macro';

/** The labels of the tabs of a product's page, which are also the breadcrumbs of the pages behind them. */
export const productTabs = {
  overview: msg`Overview`,
  license: msg`License & devices`,
  subscription: msg`Subscription`,
  usage: msg`Usage`,
  connect: msg({ message: 'Connect', context: 'product tab' }),
};
