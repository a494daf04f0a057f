export { useLicenseDevices } from './api/list-devices.ts';
export { AddDeviceButton, AddDeviceDialog } from './components/add-device-button.tsx';
export { DeviceDetails } from './components/device-details.tsx';
export { DeviceTable } from './components/device-table.tsx';
export { UsageCard } from './components/usage-card.tsx';
