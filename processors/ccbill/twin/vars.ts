import type { TwinVars } from '#dev/sandbox/payments/twin'

export const keys = {
  CCBILL_ACCNUM: '900000',
  CCBILL_SUBACC: '0001',
  CCBILL_FLEX_ID: 'b3a20b5e-7c1d-4f0a-9e65-0c4ab4f93c11',
  CCBILL_SALT: 'sandbox-ccbill-salt',
  CCBILL_WEBHOOK_SECRET: 'sandbox-ccbill-webhook-path',
  CCBILL_DATALINK_USER: 'sandboxlink',
  CCBILL_DATALINK_PASSWORD: 'sandbox-datalink-password',
} as const

export const ccbill = {
  keys,
  urls: (base: string) => ({ CCBILL_FORMS: `${base}/wap-frontflex/flexforms`, CCBILL_DATALINK: base }),
  live: {
    CCBILL_ACCNUM: '948123',
    CCBILL_SUBACC: '0003',
    CCBILL_FLEX_ID: '0f3b1c52-6f55-4c1a-93b0-7c6f1f0a2f4d',
    CCBILL_SALT: 'c7Wn4Kq9Zx2Lr8Vt5Yp1Bd6H',
    CCBILL_WEBHOOK_SECRET: 'e2Jm7Qs4Ug9Xk1Ra6Tz3Wc8N',
    CCBILL_DATALINK_USER: 'nocturne',
    CCBILL_DATALINK_PASSWORD: 'h5Bv2Ld8Pf',
    CCBILL_RELAY: 'https://relay.example.com',
    CCBILL_RELAY_SECRET: 'u8Yk3Nf6Sd1Vq9Zb4Xc7Gm2T',
  },
  unjudged: { CCBILL_DATALINK_PASSWORD: 'CCBill decides how long its own passwords may be.' },
} satisfies TwinVars
