export { AddOperatorButton } from './components/add-operator.tsx';
export { OperatorTable } from './components/operator-table.tsx';
