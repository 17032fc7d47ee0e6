export { correctCaption, removeCaptionByStaff } from './correct-captions'
export { correctVideo } from './correct-video'
export { listCorrections } from './list'
