export { exportAcquirerReport } from './export'
