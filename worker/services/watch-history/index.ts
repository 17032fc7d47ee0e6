export { reportPosition } from './report-position'
