export { dateText, letter } from './letter'
export { kickMail, queueMail } from './queue-mail'
export { mailClaimMs, sendDueMail } from './send-due'
