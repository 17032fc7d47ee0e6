import type { ViewSource } from '#contract/values/videos/statistics'
import { call, client } from '#web/lib/api'
import type { VideoRequest } from '#web/lib/video-request'

/** Counts a view. A failure is no reason to disturb the viewer. */
export function sendView({ param, query }: VideoRequest, from: ViewSource, credentials?: 'omit'): void {
  const request = { param, query: { ...query, from } }
  // Sent even while the page is being left, at the end of a short video.
  const init = { keepalive: true, ...(credentials && { credentials }) }
  call(client.api.videos[':id'].view.$post(request, { init })).catch(() => undefined)
}
