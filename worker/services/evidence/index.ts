export { exportEvidence } from './export'
