export { claimMail, type DecidedClaim } from './claim'
export { type Receipt, receiptMail } from './receipt'
export { type Refund, refundMail } from './refund'
export { type EndingTerm, reminderKeyStart, reminderMail } from './reminder'
