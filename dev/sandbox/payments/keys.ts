/** The sandbox's keys. They work only there: production refuses the sandbox's address. */
export const sandboxKeys = {
  PAYPAL_CLIENT_ID: 'sandbox-client',
  PAYPAL_SECRET: 'sandbox-secret',
  PAYPAL_WEBHOOK_ID: 'SANDBOX-WEBHOOK',
  PAYPAL_MERCHANT_ID: 'SANDBOXMERCHANT',
  RAZORPAY_KEY_ID: 'rzp_test_sandbox',
  RAZORPAY_KEY_SECRET: 'sandbox-key-secret',
  RAZORPAY_WEBHOOK_SECRETS: 'sandbox-webhook-secret',
  RAZORPAY_ACCOUNT_ID: 'acc_sandbox',
  CARD_DESCRIPTOR: 'MEMBERSHIP SANDBOX',
  BTCPAY_STORE_ID: 'SandboxStore9ZWXY4hBtcpay',
  BTCPAY_API_KEY: 'sandbox-btcpay-key',
  BTCPAY_WEBHOOK_SECRETS: 'sandbox-btcpay-webhook-secret',
  VEROTEL_SHOP_ID: '68849',
  VEROTEL_SIGNATURE_KEY: 'sandbox-signature-key',
  CCBILL_ACCNUM: '900000',
  CCBILL_SUBACC: '0001',
  CCBILL_FLEX_ID: 'b3a20b5e-7c1d-4f0a-9e65-0c4ab4f93c11',
  CCBILL_SALT: 'sandbox-ccbill-salt',
  CCBILL_WEBHOOK_SECRET: 'sandbox-ccbill-webhook-path',
  CCBILL_DATALINK_USER: 'sandboxlink',
  CCBILL_DATALINK_PASSWORD: 'sandbox-datalink-password',
  UPI_VPA: 'nocturne.sandbox@upi',
  UPI_NAME: 'Membership',
} as const

/** Returns the address of each external service on the sandbox at `origin`. */
export function sandboxPayments(origin: string) {
  return {
    ...sandboxKeys,
    PAYPAL_BASE: `${origin}/paypal`,
    PAYPAL_SCRIPT: `${origin}/paypal/sdk/js`,
    RAZORPAY_BASE: `${origin}/razorpay/v1`,
    RAZORPAY_SCRIPT: `${origin}/razorpay/checkout.js`,
    BTCPAY_BASE: `${origin}/btcpay`,
    VEROTEL_BASE: `${origin}/verotel`,
    CCBILL_FORMS: `${origin}/ccbill/wap-frontflex/flexforms`,
    CCBILL_DATALINK: `${origin}/ccbill`,
    CHAIN_ADDRESSES: [
      'BTC=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'ETH=0x52908400098527886E0F7030069857D2E4169EE7',
      'USDT=TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      'MATIC=0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      'BCH=bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      'LTC=ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    ].join(','),
    CHAIN_EXPLORERS: ['BTC', 'ETH', 'USDT', 'MATIC', 'BCH', 'LTC']
      .map(
        (coin) => `${coin}=${origin}/chain/${coin.toLowerCase()}/a|${origin}/chain/${coin.toLowerCase()}/b`,
      )
      .join(','),
  }
}
