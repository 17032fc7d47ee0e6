export { continueWatching, listUnfinished } from './continue'
export { deleteAll, deleteOne } from './delete'
export { listHistory } from './list'
export { countReport, reportPosition } from './report-position'
