import { createRoot } from 'react-dom/client'
import type { CheckoutBoot } from '../../contract/schemas/payments/checkout'
import { isFramed, tellOpener } from '../entities/payment/checkout-messages'
import { Toaster } from '../ui/feedback/toaster'
import { CheckoutPage } from './checkout-page'

/** What runs in the checkout document, in place of the site: it has no router that could lead to other pages. */
export function startCheckout(root: HTMLElement): void {
  const data = document.getElementById('boot')?.textContent
  if (!data) throw new Error('The checkout document has lost its data')
  if (isFramed()) {
    // The frame has the keyboard, and the dialog around it doesn't hear of it.
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && tellOpener({ type: 'close' }))
  }
  // Without StrictMode, whose second run of every effect would create a second order.
  createRoot(root).render(
    <>
      <CheckoutPage boot={JSON.parse(data) as CheckoutBoot} />
      <Toaster />
    </>,
  )
}
