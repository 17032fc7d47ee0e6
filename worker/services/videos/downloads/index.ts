export { attachment, downloadName } from './file-name'
export { type Download, openDownload } from './open-download'
