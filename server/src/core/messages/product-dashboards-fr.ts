/** Titles of the figures of a product's dashboard, in French. */
export const productDashboardsFr = {
  'productDashboard.checks': 'Vérifications',
  'productDashboard.refusals': 'Refus',
  'productDashboard.activeDevices': 'Appareils actifs',
  'productDashboard.peakSessions': 'Pointe de sessions',
  'productDashboard.activations': 'Activations',
  'productDashboard.deactivations': 'Désactivations',
  'productDashboard.daysFull': 'Jours sans place libre',
  'productDashboard.lastActivity': 'Dernière activité',
  'productDashboard.licenses': 'Licences',
  'productDashboard.places': 'Places',
  'productDashboard.devices': 'Appareils avec une place',
  'productDashboard.devicesWithoutPlace': 'Appareils sans place',
  'productDashboard.openSessions': 'Sessions ouvertes',
  'productDashboard.firstDay': 'Utilisé depuis le',
  'validation.datesReversed': 'Le début ne peut pas être après la fin.',
  'validation.datesTooFarApart': 'Les dates peuvent être séparées de 730 jours au plus.',
};
