export { tellOfClaim } from './claim'
export { receiptMail } from './receipt'
export { refundMail } from './refund'
export { reminderMail } from './reminder'
