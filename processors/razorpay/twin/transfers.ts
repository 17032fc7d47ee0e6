import type { Payment, Transfer } from './state.ts'

export const virtualAccountId = 'va_SandboxAccount'
export const qrCodeId = 'qr_SandboxQrCode1'

/** `GET /payments/:id/upi_transfer` or `/bank_transfer`. */
export function transferView(transfer: Transfer) {
  const shared = {
    id: transfer.id,
    entity: transfer.kind,
    payment_id: transfer.payment_id,
    amount: transfer.amount,
    virtual_account_id: virtualAccountId,
  }
  if (transfer.kind === 'upi_transfer') {
    return {
      ...shared,
      payer_vpa: transfer.payer,
      payer_bank: 'HDFC',
      payer_account: 'XXXXXX9999',
      payer_ifsc: 'HDFC0000001',
      npci_reference_id: transfer.reference,
    }
  }
  return {
    ...shared,
    mode: transfer.mode,
    bank_reference: transfer.reference,
    payer_bank_account: {
      id: 'ba_SandboxPayer01',
      entity: 'bank_account',
      name: transfer.payer,
      ifsc: 'HDFC0000001',
    },
  }
}

export function virtualAccount(payment: Payment) {
  return {
    id: virtualAccountId,
    entity: 'virtual_account',
    name: 'Membership',
    status: 'active',
    amount_paid: payment.amount,
    customer_id: null,
    notes: [],
    created_at: payment.created_at,
  }
}

export function qrCode(payment: Payment) {
  return {
    id: qrCodeId,
    entity: 'qr_code',
    type: 'upi_qr',
    usage: 'multiple_use',
    status: 'active',
    payments_amount_received: payment.amount,
    payments_count_received: 1,
    notes: [],
    created_at: payment.created_at,
  }
}
