export { decideComment } from './decide'
export { listQueuedComments } from './list'
export { reportComment } from './report'
