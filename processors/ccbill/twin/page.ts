import { html } from 'hono/html'
import { buyerPage } from '#dev/sandbox/payments/buyer-page'
import { decimal } from '#dev/sandbox/payments/money'
import { currencies, type FormInput } from './form.ts'

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

function page(content: ReturnType<typeof html>) {
  return buyerPage('CCBill sandbox', content)
}
