export { closeSharedList, reopenList } from './decide'
