export { continueWatching, listUnfinished } from './continue'
export { deleteAll, deleteOne } from './delete'
export { listHistory } from './list'
export { findReported, reportPosition } from './report-position'
