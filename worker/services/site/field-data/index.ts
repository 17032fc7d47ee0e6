export { getFieldData } from './get'
export { recordVisit } from './record'
