import { Hono } from 'hono'
import type { Verotel } from './index.ts'
import { StartError } from './order-input.ts'
import { messagePage, orderPage } from './page.ts'
import { signedRequest } from './signature.ts'
import { saleStatus, statusText } from './state.ts'
import { keys } from './vars.ts'

/** FlexPay's addresses: the buyer's order page, and the shop's look-up of a sale. */
export function verotelApp(verotel: Verotel, base: string): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    if (!(error instanceof StartError)) throw error
    return c.html(messagePage(error.message), 400)
  })

  app.get('/startorder', (c) => {
    const { url } = c.req
    return c.html(orderPage(base, new URL(url).search.slice(1), verotel.order(url)))
  })
  app.post('/order/pay', (c) => {
    const { successUrl } = verotel.pay(c.req.url)
    return successUrl ? c.redirect(successUrl, 303) : c.html(messagePage('Thank you for your payment.'))
  })
  app.post('/order/decline', (c) => {
    const declineUrl = verotel.decline(c.req.url)
    return declineUrl ? c.redirect(declineUrl, 303) : c.html(messagePage('The card was declined.'))
  })

  app.get('/salestatus', (c) => {
    const params = signedRequest(new URL(c.req.url).searchParams)
    const isOurs = params?.version === '4' && params.shopID === keys.VEROTEL_SHOP_ID
    if (!isOurs) return c.text(statusText({ response: 'ERROR', error: 'Invalid signature' }))
    const { saleID, referenceID } = params
    if ((saleID === undefined) === (referenceID === undefined))
      return c.text(statusText({ response: 'ERROR', error: 'Either saleID or referenceID is needed' }))
    const sale = verotel.sales().find((one) => one.saleID === saleID || one.referenceID === referenceID)
    return c.text(sale ? saleStatus(sale) : statusText({ response: 'NOTFOUND' }))
  })
  return app
}
