import { call, client } from '#web/lib/api'
import { stopOthersTurns } from '../delivery/turns'
import { stopAsking } from './ask-before-closing'

/** Tells all tabs who is signed in: a session is the browser's, not a tab's. */
const channelName = 'account of uploads'
const listeners = new Set<(account: number) => void>()
let listening: BroadcastChannel | null = null

/** Returns whether this account has the browser's session: a tab may have missed that another one began. */
export async function hasSession(account: number): Promise<boolean> {
  try {
    return (await call(client.api.auth.me.$get())).id === account
  } catch {
    return false
  }
}

/**
 * Called when an account has the session. Stops the work of any other, in all tabs, which would go on with this
 * account's session. Nothing of it is removed: it goes on when its own account is back. Returns whether this tab had
 * some.
 */
export function stopOthers(account: number): boolean {
  listening ??= listen()
  listening.postMessage(account)
  return stopHere(account)
}

/** Calls back when another tab says that an account has the session. Returns a function that ends this. */
export function onSession(listener: (account: number) => void): () => void {
  listening ??= listen()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function listen(): BroadcastChannel {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<number>) => void receive(data))
  return channel
}

async function receive(account: number): Promise<void> {
  if (!(await hasSession(account))) return
  if (stopHere(account)) return
  for (const listener of listeners) listener(account)
}

function stopHere(account: number): boolean {
  if (!stopOthersTurns(account)) return false
  // What isn't kept must not be sent by another account either.
  stopAsking()
  location.reload()
  return true
}
