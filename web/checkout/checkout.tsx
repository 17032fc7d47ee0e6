import { createRoot } from 'react-dom/client'
import type { CheckoutBoot } from '#contract/schemas/payments/checkout'
import { isFramed, tellOpener } from '../entities/payment/checkout-messages'
import { applyAccent } from '../lib/dom/apply-accent'
import { root } from '../lib/dom/root'
import { CheckoutPage } from './checkout-page'

/** The checkout document, which runs in place of the site and has no router to other pages. */
function startCheckout(): void {
  const data = document.getElementById('boot')?.textContent
  if (!data) throw new Error('The checkout document has lost its data')
  if (isFramed()) {
    // The frame receives the key presses, so the dialog around it never sees them.
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && tellOpener({ type: 'close' }))
  }
  const boot = JSON.parse(data) as CheckoutBoot
  applyAccent(boot.accent)
  // Without StrictMode, which runs every effect twice and would create a second order.
  createRoot(root).render(<CheckoutPage boot={boot} />)
}

startCheckout()
