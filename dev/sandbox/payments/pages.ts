import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxKeys } from './keys.ts'

/** Pages and scripts that the providers serve to browsers, by path; one that ends in `/` is followed by an ID. */
const pages: Record<string, string> = {
  '/paypal/sdk/js': 'paypal/twin/pages/sdk.js',
  '/paypal/smart/buttons': 'paypal/twin/pages/buttons.html',
  '/paypal/checkoutnow': 'paypal/twin/pages/wallet.html',
  '/razorpay/checkout.js': 'razorpay/twin/pages/checkout.js',
  '/razorpay/checkout/public': 'razorpay/twin/pages/modal.html',
  '/btcpay/i/': 'btcpay/twin/pages/checkout.html',
  '/btcpay/pull-payments/': 'btcpay/twin/pages/refund.html',
}

/** Returns a page, or null. Read from disk, so only a local server has them. */
export async function readPage(url: URL): Promise<Response | null> {
  const name = pages[url.pathname] ?? pages[url.pathname.replace(/[^/]*$/, '')]
  if (!name) return null
  const isScript = name.endsWith('.js')
  const headers = {
    'content-type': `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`,
    'cache-control': 'no-store',
  }
  // The wallet's script is specific to a client.
  if (
    name === 'paypal/twin/pages/sdk.js' &&
    url.searchParams.get('client-id') !== sandboxKeys.PAYPAL_CLIENT_ID
  ) {
    const text = "throw new Error('SDK Validation error: client-id not recognized')"
    return new Response(text, { status: 400, headers })
  }
  return new Response(await readFile(join(import.meta.dirname, '../../../processors', name), 'utf8'), {
    headers,
  })
}
