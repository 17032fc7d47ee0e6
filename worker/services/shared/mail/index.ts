export { dateText, emailText } from './email-text'
export { leaveToken, readLeaveToken } from './leave-link'
export { kickMail, type QueuedMail, queueMail } from './queue-mail'
export { mailClaimMs, sendDueMail } from './send-due'
