export { continueWatching, listUnfinished } from './continue'
export { deleteAll, deleteOne } from './delete'
export { listHistory } from './list'
export { reportPosition } from './report-position'
