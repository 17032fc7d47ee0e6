import { html } from 'hono/html'
import { decimal } from '../money.ts'
import type { FormInput } from './form.ts'

const currencies: Record<string, string> = {
  840: 'USD',
  978: 'EUR',
  826: 'GBP',
  124: 'CAD',
  '036': 'AUD',
  392: 'JPY',
}

const style = `
  body { margin: 0 auto; max-width: 360px; padding: 24px; font: 16px/1.5 sans-serif; color: #222; }
  h1 { font-size: 20px; }
  button { display: block; width: 100%; margin-top: 12px; padding: 12px; font: inherit; cursor: pointer; }
  #pay { border: 0; border-radius: 4px; background: #1b6e3c; color: #fff; }
`

function page(content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>CCBill sandbox</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>CCBill sandbox</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** The form, which posts to its own URL. */
export function formPage({ amountMinor, currencyCode, periodDays }: FormInput) {
  return page(html`
    <p id="what">${decimal(amountMinor)} ${currencies[currencyCode]} for ${periodDays} days (non-recurring)</p>
    <form method="post">
      <button id="pay" name="act" value="pay">Pay</button>
      <button id="decline" name="act" value="decline">Decline</button>
      <button id="lose" name="act" value="lose">Pay, and lose the notice</button>
    </form>
  `)
}

export function errorPage(message: string) {
  return page(html`<p role="alert">${message}</p>`)
}
