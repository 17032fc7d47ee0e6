export { dateText, emailText } from './email-text'
export { kickMail, queueMail } from './queue-mail'
export { mailClaimMs, sendDueMail } from './send-due'
