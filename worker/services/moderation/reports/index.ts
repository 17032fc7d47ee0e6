export { decideReportsOf } from './decide-of-video'
export { getReceipt } from './get-receipt'
export { listReports, viewReports } from './list'
export { reportVideo } from './report'
