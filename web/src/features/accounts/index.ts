export { AccountPicker, type PickedAccount } from './components/account-picker.tsx';
