import { hasOthersTurns } from '../delivery/turns'

/** Tells all tabs who is signed in: a session is the browser's, not a tab's. */
const channelName = 'account of uploads'
let listening: BroadcastChannel | null = null

/**
 * Called when an account is signed in. Stops the work of any other, in all tabs, which would go on with this account's
 * session. Nothing of it is removed: it goes on when its own account is back. Returns whether this tab had some.
 */
export function stopOthers(account: number): boolean {
  listening ??= listen()
  listening.postMessage(account)
  return stopHere(account)
}

function listen(): BroadcastChannel {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<number>) => stopHere(data))
  return channel
}

function stopHere(account: number): boolean {
  if (!hasOthersTurns(account)) return false
  void import('./ask-before-closing').then(({ stopAsking }) => {
    // What isn't kept must not be sent by another account either.
    stopAsking()
    location.reload()
  })
  return true
}
