export { type Budget, eraseAccount, eraseLetGo, eraseSteps } from './erase'
export { eraseAccounts, eraseWhatCasesLetGo } from './erase-due'
export { requestDeletion } from './request'
export { settleVideosLeft } from './videos'
