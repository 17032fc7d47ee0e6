export { changeMany } from './bulk'
export { listContent } from './list'
export { uploadCounts, uploaderOf } from './uploader-record'
