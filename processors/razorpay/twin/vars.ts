import type { TwinVars } from '#dev/sandbox/payments/twin'

export const keys = {
  RAZORPAY_KEY_ID: 'rzp_test_sandbox',
  RAZORPAY_KEY_SECRET: 'sandbox-key-secret',
  RAZORPAY_WEBHOOK_SECRETS: 'sandbox-webhook-secret',
  RAZORPAY_ACCOUNT_ID: 'acc_sandbox',
} as const

export const razorpay = {
  keys,
  urls: (base: string) => ({ RAZORPAY_BASE: `${base}/v1`, RAZORPAY_SCRIPT: `${base}/checkout.js` }),
  live: {
    RAZORPAY_KEY_ID: 'rzp_live_K8mWq2Zx7LpYtN',
    RAZORPAY_KEY_SECRET: 'v7RkXo2LwTn9QbJcYs4Hd8Mf',
    RAZORPAY_WEBHOOK_SECRETS: 'b3NsUq8Ze1WxKr5Vy0Gt, m6PjCf4Ha9DiLo2Ew7Sk',
    RAZORPAY_ACCOUNT_ID: 'acc_BFQ7uQEaa7j2z7',
  },
  unjudged: { RAZORPAY_KEY_ID: 'The browser gets it.' },
} satisfies TwinVars
