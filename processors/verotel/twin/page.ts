import { html } from 'hono/html'
import { buyerPage } from '#dev/sandbox/payments/buyer-page'
import type { OrderInput } from './order-input.ts'

/** The order page. Its two forms carry the shop's signed query on. */
export function orderPage(base: string, query: string, order: OrderInput) {
  return page(html`
    <p>${order.description}</p>
    <p>Total: ${order.priceAmount} ${order.priceCurrency}, paid once</p>
    <form method="post" action="${base}/order/pay?${query}"><button id="pay">Pay by card</button></form>
    <form method="post" action="${base}/order/decline?${query}"><button id="decline">Decline</button></form>
  `)
}

export function messagePage(message: string) {
  return page(html`<p role="status">${message}</p>`)
}

function page(content: ReturnType<typeof html>) {
  return buyerPage('Verotel sandbox', content)
}
