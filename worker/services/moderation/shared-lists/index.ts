export { closeSharedList } from './close'
