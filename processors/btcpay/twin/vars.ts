import type { TwinVars } from '#dev/sandbox/payments/twin'

export const keys = {
  BTCPAY_STORE_ID: 'SandboxStore9ZWXY4hBtcpay',
  BTCPAY_API_KEY: 'sandbox-btcpay-key',
  BTCPAY_WEBHOOK_SECRETS: 'sandbox-btcpay-webhook-secret',
} as const

export const btcpay = {
  keys,
  urls: (base: string) => ({ BTCPAY_BASE: base }),
  live: {
    BTCPAY_BASE: 'https://pay.site.example',
    BTCPAY_STORE_ID: '9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776',
    BTCPAY_API_KEY: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
    BTCPAY_WEBHOOK_SECRETS: 'Q8zqkXw3Jm5vN2rT7yLp, 4hFsD9gKeB6cVxZnW1uY',
  },
} satisfies TwinVars
