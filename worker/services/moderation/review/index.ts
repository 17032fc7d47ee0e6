export { approveVideo } from './approve'
export { listPending } from './list-pending'
export { rejectVideo } from './reject'
