export { changeMany } from './bulk'
export { listContent } from './list'
export { uploaderOf } from './uploader-record'
