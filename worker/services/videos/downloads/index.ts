export { attachment, downloadName } from './file-name'
export { openDownload } from './open-download'
