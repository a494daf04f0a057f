export { AccountPicker } from './components/account-picker.tsx';
