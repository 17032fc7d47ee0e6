export { putCaption } from './put'
export { removeCaption } from './remove'
