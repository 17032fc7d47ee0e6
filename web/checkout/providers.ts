/** The part of PayPal's `sdk/js` that the checkout uses. */
export interface PayPal {
  Buttons(options: {
    createOrder: () => Promise<string>
    onApprove: (data: { orderID: string }) => Promise<void>
    onCancel: () => void
    onError: (error: unknown) => void
  }): { render: (element: HTMLElement) => Promise<unknown> }
}

export interface RazorpayProof {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export interface RazorpayOptions {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  description: string
  handler: (proof: RazorpayProof) => void
  prefill?: { method: string; bank: string } | undefined
  theme: { color: string }
  modal: { ondismiss: () => void }
  config: { display: { hide: { method: string; flows: string[] }[] } }
}

/** The part of Razorpay's `checkout.js` that the checkout uses. */
export type Razorpay = new (
  options: RazorpayOptions,
) => { open: () => void; on: (event: 'payment.failed', listener: () => void) => void }

declare global {
  interface Window {
    paypal?: PayPal
    Razorpay?: Razorpay
  }
}

/** Loads the provider's script. Nothing from another host is loaded before this, nor anywhere else. */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The script of the provider could not be loaded'))
    })
    document.head.append(script)
  })
}
