/** Titles of the figures of a product's dashboard, in English. */
export const productDashboardsEn = {
  'productDashboard.checks': 'Checks',
  'productDashboard.refusals': 'Refusals',
  'productDashboard.activeDevices': 'Active devices',
  'productDashboard.peakSessions': 'Peak sessions',
  'productDashboard.activations': 'Activations',
  'productDashboard.deactivations': 'Deactivations',
  'productDashboard.daysFull': 'Days without a free seat',
  'productDashboard.lastActivity': 'Last activity',
  'productDashboard.licenses': 'Licenses',
  'productDashboard.places': 'Seats',
  'productDashboard.devices': 'Devices with a seat',
  'productDashboard.devicesWithoutPlace': 'Devices without a seat',
  'productDashboard.openSessions': 'Open sessions',
  'productDashboard.firstDay': 'In use since',
  'validation.datesReversed': 'The start cannot be after the end.',
  'validation.datesTooFarApart': 'The dates may be at most 730 days apart.',
};
