export { putCaption } from './put'
export { removeCaption } from './remove'
export { captionViews } from './view'
