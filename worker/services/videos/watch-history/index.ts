export { continueWatching, listUnfinished } from './continue'
export { forgetAll, forgetOne } from './forget'
export { listHistory } from './list'
export { reportPosition } from './report-position'
