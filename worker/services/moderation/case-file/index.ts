export { exportEvidence } from './export'
export { timesInWords } from './times-in-words'
