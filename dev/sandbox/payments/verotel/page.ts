import { html } from 'hono/html'
import type { OrderInput } from './order-input.ts'

/** The order page. Its two forms carry the shop's signed query on. */
export function orderPage(base: string, query: string, order: OrderInput) {
  return document(html`
    <h1>Order</h1>
    <p>${order.description}</p>
    <p>Total: ${order.priceAmount} ${order.priceCurrency}, paid once</p>
    <form method="post" action="${base}/order/pay?${query}"><button id="pay">Pay by card</button></form>
    <form method="post" action="${base}/order/decline?${query}"><button id="decline">Decline</button></form>
  `)
}

export function messagePage(message: string) {
  return document(html`<h1>Order</h1><p role="status">${message}</p>`)
}

function document(content: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Sandbox order page</title>
    <style>
      body { margin: 0 auto; max-width: 360px; padding: 24px; font: 16px/1.5 sans-serif; color: #222; }
      p { overflow-wrap: anywhere; }
      button { display: block; width: 100%; margin-top: 12px; padding: 12px; font: inherit; cursor: pointer; }
      #pay { border: 0; border-radius: 4px; background: #1d6b3f; color: #fff; }
    </style>
  </head>
  <body><main>${content}</main></body>
</html>`
}
