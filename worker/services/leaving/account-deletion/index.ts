export { type Budget, eraseAccount, eraseLetGo, eraseSteps } from './erase'
export { requestDeletion } from './request'
export { takeDeletionBack } from './take-back'
export { settleVideosLeft } from './videos'
