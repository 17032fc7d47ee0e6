// Stands in for https://checkout.razorpay.com/v1/checkout.js: a modal in a frame over the page.
;(() => {
  const { origin } = new URL(document.currentScript.src)

  window.Razorpay = class Razorpay {
    constructor(options = {}) {
      if (!options.key) throw new Error('No key passed')
      if (!options.order_id && !options.amount) throw new Error('Invalid amount. It should be passed')
      this.options = options
      this.listeners = {}
      this.frame = null
      this.listen = this.listen.bind(this)
    }

    on(event, handler) {
      this.listeners[event] ??= []
      this.listeners[event].push(handler)
    }

    open() {
      if (this.frame) return
      const { key, order_id, name = '', description = '', modal = {}, timeout } = this.options
      const query = new URLSearchParams({
        key,
        order_id,
        name,
        description,
        origin: location.origin,
        escape: String(modal.escape ?? true),
      })
      window.addEventListener('message', this.listen)
      this.frame = document.createElement('iframe')
      this.frame.className = 'razorpay-checkout-frame'
      this.frame.title = 'Razorpay Checkout'
      this.frame.src = `${origin}/razorpay/checkout/public?${query}`
      this.frame.allow = 'payment'
      Object.assign(this.frame.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        border: '0',
        zIndex: '2147483647',
        colorScheme: 'normal',
      })
      document.body.append(this.frame)
      if (timeout) this.timer = setTimeout(() => this.dismiss('timeout'), timeout * 1000)
    }

    close() {
      clearTimeout(this.timer)
      window.removeEventListener('message', this.listen)
      this.frame?.remove()
      this.frame = null
    }

    dismiss(reason) {
      this.close()
      this.options.modal?.ondismiss?.(reason)
    }

    listen(event) {
      if (event.origin !== origin || event.source !== this.frame?.contentWindow) return
      const { type, answer, error } = event.data
      if (type === 'paid') {
        this.close()
        this.options.handler?.(answer)
      }
      if (type === 'failed') {
        for (const handler of this.listeners['payment.failed'] ?? []) handler({ error })
        if (this.options.retry?.enabled === false) this.dismiss()
      }
      if (type === 'close') this.dismiss()
    }
  }
})()
