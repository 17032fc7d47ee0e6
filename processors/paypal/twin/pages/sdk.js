// Stands in for https://www.paypal.com/sdk/js: buttons in a frame of the provider, which open its popup.
;(() => {
  const source = new URL(document.currentScript.src)
  const currency = source.searchParams.get('currency') ?? 'USD'

  const makeButtons = (options = {}) => {
    let frame = null

    function say(message) {
      frame?.contentWindow?.postMessage(message, source.origin)
    }

    function fail(error) {
      if (options.onError) options.onError(error)
      else throw error
    }

    async function create() {
      try {
        const orderID = await options.createOrder({ paymentSource: 'paypal' }, {})
        if (typeof orderID !== 'string' || orderID === '')
          throw new Error('Expected an order id to be passed')
        say({ type: 'created', orderID })
      } catch (error) {
        say({ type: 'create-failed' })
        fail(error)
      }
    }

    async function approve({ orderID, payerID }) {
      const data = { orderID, payerID, paymentSource: 'paypal', facilitatorAccessToken: 'A21SANDBOX' }
      const actions = {
        restart: () => say({ type: 'restart', orderID }),
        order: {
          get: () => ask('GET', `/paypal/buyer/${orderID}`),
          capture: () => ask('POST', `/paypal/buyer/${orderID}/capture`),
        },
      }
      try {
        await options.onApprove?.(data, actions)
      } catch (error) {
        fail(error)
      }
    }

    // The page may only talk to the provider's frame, which asks on its behalf.
    const asked = new Map()
    function ask(method, path) {
      const id = crypto.randomUUID()
      return new Promise((resolve, reject) => {
        asked.set(id, { resolve, reject })
        say({ type: 'ask', id, method, path })
      })
    }

    function listen(event) {
      if (event.origin !== source.origin || event.source !== frame?.contentWindow) return
      const message = event.data
      if (message.type === 'ready') frame.dispatchEvent(new Event('ready'))
      if (message.type === 'create') create()
      if (message.type === 'approve') approve(message)
      if (message.type === 'cancel') options.onCancel?.({ orderID: message.orderID }, {})
      if (message.type === 'error') fail(new Error(message.message))
      if (message.type === 'asked') {
        const { resolve, reject } = asked.get(message.id) ?? {}
        asked.delete(message.id)
        if (message.ok) resolve?.(message.body)
        else reject?.(new Error(JSON.stringify(message.body)))
      }
    }

    return {
      isEligible: () => true,
      render(target) {
        const place = typeof target === 'string' ? document.querySelector(target) : target
        if (!place) return Promise.reject(new Error(`Document is ready and element ${target} does not exist`))
        window.addEventListener('message', listen)
        frame = document.createElement('iframe')
        frame.title = 'PayPal'
        frame.width = '100%'
        frame.height = '56'
        frame.style.border = '0'
        frame.style.colorScheme = 'normal'
        frame.src = `${source.origin}/paypal/smart/buttons?origin=${encodeURIComponent(location.origin)}&currency=${currency}`
        place.append(frame)
        return new Promise((resolve) => frame.addEventListener('ready', resolve, { once: true }))
      },
      close() {
        window.removeEventListener('message', listen)
        frame?.remove()
        return Promise.resolve()
      },
    }
  }

  window.paypal = { version: '5.0.0-sandbox', Buttons: makeButtons, FUNDING: { PAYPAL: 'paypal' } }
})()
