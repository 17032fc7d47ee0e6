export { listSaved } from './list'
export { placeSaved } from './place'
export { saveVideo, unsaveVideo } from './save'
