export { askForEmail } from './change'
export { confirmEmail } from './confirm'
export { isToConfirm, sendVerification, verifyEmail } from './verify'
