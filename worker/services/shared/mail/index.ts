export { dateText, letter } from './letter'
export { kickMail, type QueuedMail, queueMail } from './queue-mail'
export { mailClaimMs, sendDueMail } from './send-due'
