export { kickMail, type QueuedMail, queueMail } from './queue-mail'
export { sendDueMail } from './send-due'
