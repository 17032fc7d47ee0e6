export { deleteAccount, deletionSteps } from './delete-account'
export { deleteDueAccounts, deleteReleasedByCases } from './delete-due'
export { requestDeletion } from './request'
export { settleVideosLeft } from './videos'
