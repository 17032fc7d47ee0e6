import { createHmac } from 'node:crypto'
import type { ServiceContext } from '../../context'

/** Names of rows in `views_seen`; without an account, the address is the viewer. */
interface Viewer {
  address: string
  account: string | null
}

/**
 * Identifies the viewer: an account, or else the network address. The address isn't kept, only a keyed hash of
 * it and the video, which doesn't show what else was watched from there. The browser isn't part of it, since it
 * calls itself whatever it likes.
 */
export function viewerOf({ actor, client, config }: ServiceContext, videoId: number): Viewer {
  const hash = createHmac('sha256', config.viewerKey).update(`view\n${videoId}\n${client.address}`)
  const address = hash.digest().subarray(0, 16).toString('base64url')
  return { address, account: actor.kind === 'user' ? `u:${actor.id}` : null }
}
