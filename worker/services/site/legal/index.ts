export { getLegalForEdit } from './edit'
export { getLegalDocument } from './get'
export { publishLegal } from './publish'
