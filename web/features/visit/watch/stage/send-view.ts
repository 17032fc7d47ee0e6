import type { ViewSource } from '../../../../../contract/values/videos/statistics'
import { call, client } from '../../../../lib/api'

/** Counts a view. A failure is no reason to disturb the viewer. */
export function sendView(id: number, from: ViewSource, credentials?: 'omit'): void {
  const request = { param: { id: String(id) }, query: { from } }
  // Sent even while the page is being left, at the end of a short video.
  const init = { keepalive: true, ...(credentials && { credentials }) }
  call(client.api.videos[':id'].view.$post(request, { init })).catch(() => undefined)
}
