import type { AdminVideo, UploaderRecord } from '#contract/schemas/moderation/content'
import { makeVideo } from './site'

/** Returns a video as administrators list it. */
export function makeAdminVideo(id: number, over: Partial<AdminVideo> = {}): AdminVideo {
  return {
    ...makeVideo(id, over),
    status: 'ready',
    review: 'approved',
    hold: null,
    reason: null,
    revision: 1,
    openReports: 0,
    waitingSince: null,
    bytes: 4_200_000,
    ...over,
  }
}

export function makePending(id: number, over: Partial<AdminVideo> = {}): AdminVideo {
  return makeAdminVideo(id, { review: 'pending', waitingSince: '2026-11-20T03:04:05.000Z', ...over })
}

export const uploaderRecord: UploaderRecord = {
  user: { id: 3, username: 'creator' },
  createdAt: '2026-01-02T03:04:05.000Z',
  emailVerified: false,
  videos: 12,
  approved: 9,
  rejected: 2,
  removed: 1,
  openReports: 0,
  ban: null,
}

/** Returns a list with a next page. */
export function withNext(items: unknown[], next: string): Response {
  return Response.json(items, { headers: { link: `<${next}>; rel="next"` } })
}
