import type { ScriptMethod } from '#contract/values/payments/payments'

/** Hosts that the real providers' scripts load from. */
const liveHosts: Record<ScriptMethod, { script: string; hosts: string }> = {
  wallet: {
    script: 'https://www.paypal.com',
    hosts: 'https://*.paypal.com https://*.paypalobjects.com',
  },
  checkout: { script: 'https://checkout.razorpay.com', hosts: 'https://*.razorpay.com' },
}

/**
 * Returns the checkout document's content policy: the site's own, opened for the chosen provider. Without a
 * script to load it stays closed. Trusted Types are omitted, since the providers' scripts write HTML.
 */
export function checkoutPolicy(payment: { method: ScriptMethod; scriptUrl: string } | null): string {
  const hosts = payment ? ` ${hostsOf(payment)}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${hosts}`,
    `style-src 'self'${hosts && " 'unsafe-inline'"}${hosts}`,
    `img-src 'self' data:${hosts}`,
    `connect-src 'self'${hosts}`,
    `font-src 'self'${hosts}`,
    "manifest-src 'self'",
    `frame-src 'self'${hosts}`,
    `form-action 'self'${hosts}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

function hostsOf({ method, scriptUrl }: { method: ScriptMethod; scriptUrl: string }): string {
  const { origin } = new URL(scriptUrl)
  const live = liveHosts[method]
  return origin === live.script ? live.hosts : origin
}

/** The provider may ask for the browser's own payment sheet, and for nothing else. */
export const checkoutPermissions = [
  'payment=(self)',
  ...['camera', 'microphone', 'geolocation', 'display-capture', 'usb', 'serial', 'hid', 'midi'].map(
    (feature) => `${feature}=()`,
  ),
  'browsing-topics=()',
].join(', ')
