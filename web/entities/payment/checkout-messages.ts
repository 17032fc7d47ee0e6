/** A message from the checkout document in a dialog's frame to the page around it. */
export type CheckoutMessage =
  /** While money may be on its way, the dialog stays open. */
  | { type: 'busy'; busy: boolean }
  /** Pixels that the document's content takes; null for all the room that there is. */
  | { type: 'height'; height: number | null }
  | { type: 'bought'; title: string; description: string }
  /** The provider hasn't decided yet. */
  | { type: 'pending'; text: string }
  | { type: 'other-method' }
  | { type: 'close' }

const mark = 'nocturne-checkout'

export function isFramed(): boolean {
  return window.parent !== window
}

/** Posts a message to the opener, if it is a page of this site: other origins don't receive it. */
export function tellOpener(message: CheckoutMessage): void {
  if (isFramed()) window.parent.postMessage({ mark, message }, location.origin)
}

/**
 * Returns the message if it is one, and comes from our own document in that very frame. Provider scripts post
 * messages too.
 */
export function readCheckoutMessage(
  event: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  frame: Window | null | undefined,
): CheckoutMessage | null {
  if (event.origin !== location.origin || !frame || event.source !== frame) return null
  const data = event.data as { mark?: unknown; message?: CheckoutMessage } | null
  return data?.mark === mark && data.message ? data.message : null
}
