import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CheckoutMessage, readCheckoutMessage } from '#web/entities/payment/checkout-messages'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** Pixels that the order takes, with which the document begins, so that the dialog keeps its size once it loads. */
const firstHeight: number | null = 357

export interface CheckoutDialogProps {
  title: string
  /** Address of the checkout document. */
  src: string
  onMessage: (message: CheckoutMessage) => void
  onClose: () => void
}

/** Runs the provider's script in a framed document of its own, the only document that may load it. */
export function CheckoutDialog({ title, src, onMessage, onClose }: CheckoutDialogProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [busy, setBusy] = useState(false)
  /** Pixels of its content; null while a provider's own window covers it. */
  const [height, setHeight] = useState(firstHeight)

  function leave() {
    // If it closed while a payment is being confirmed, the outcome would never be shown.
    if (!busy) onClose()
  }

  const receive = useEffectEvent((event: MessageEvent) => {
    const message = readCheckoutMessage(event, frame.current?.contentWindow)
    if (!message) return
    if (message.type === 'busy') setBusy(message.busy)
    else if (message.type === 'height') setHeight(message.height)
    else if (message.type === 'close') leave()
    else onMessage(message)
  })
  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  return (
    <Dialog
      open
      persistent
      growing
      onOpenChange={(open) => open || leave()}
      title={title}
      width="sm:max-w-lg"
    >
      <iframe
        ref={frame}
        title="Payment"
        src={src}
        allow="payment"
        // A document that was left midway can no longer report that it is done.
        onLoad={() => setBusy(false)}
        style={height === null ? undefined : { height }}
        className="-mx-5 block h-[min(36rem,68dvh)] max-h-[68dvh] w-[calc(100%+2.5rem)] sm:-mx-6 sm:w-[calc(100%+3rem)]"
      />
    </Dialog>
  )
}
