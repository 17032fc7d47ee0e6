export { normaliseCaptions } from './normalise'
export { putCaption } from './put'
export { removeCaption } from './remove'
export { captionView, captionViews } from './view'
