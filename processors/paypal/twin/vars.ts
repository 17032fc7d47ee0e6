import type { TwinVars } from '#dev/sandbox/payments/twin'

export const keys = {
  PAYPAL_CLIENT_ID: 'sandbox-client',
  PAYPAL_SECRET: 'sandbox-secret',
  PAYPAL_WEBHOOK_ID: 'SANDBOX-WEBHOOK',
  PAYPAL_MERCHANT_ID: 'SANDBOXMERCHANT',
} as const

export const paypal = {
  keys,
  urls: (base: string) => ({ PAYPAL_BASE: base, PAYPAL_SCRIPT: `${base}/sdk/js` }),
  live: {
    PAYPAL_CLIENT_ID: 'AY3fXo9LwTn2QbJcYs7Hd5Mf',
    PAYPAL_SECRET: 'EK5vR8tZq1WxNj4Vy7Gt',
    PAYPAL_WEBHOOK_ID: '1JE4291016473214C',
    PAYPAL_MERCHANT_ID: 'YQZCHTGHUK5P8',
  },
} satisfies TwinVars
