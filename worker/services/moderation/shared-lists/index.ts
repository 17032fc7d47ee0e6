export { closeSharedList, closingAtRequest, reopenList } from './decide'
