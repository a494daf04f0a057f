export { ExternalLoginsTab } from './components/external-logins-tab.tsx';
