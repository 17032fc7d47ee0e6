export { listPending } from './list-pending'
