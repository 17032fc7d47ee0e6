export { openArchive } from './archive'
