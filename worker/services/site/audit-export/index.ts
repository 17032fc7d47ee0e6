export { exportAudit } from './export'
