import type { TwinVars } from '#dev/sandbox/payments/twin'

export const keys = {
  VEROTEL_SHOP_ID: '68849',
  VEROTEL_SIGNATURE_KEY: 'sandbox-signature-key',
} as const

export const verotel = {
  keys,
  urls: (base: string) => ({ VEROTEL_BASE: base }),
  live: {
    VEROTEL_BASE: 'https://secure.verotel.com',
    VEROTEL_SHOP_ID: '134573',
    VEROTEL_SIGNATURE_KEY: 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J',
  },
} satisfies TwinVars
