import type { Preferences } from '#contract/schemas/accounts/account'
import type { SavedVideo, WatchedVideo } from '#contract/schemas/videos/library'
import { makeVideo } from './site'

export const allOn: Preferences = {
  saveWatchHistory: true,
  emailNotifications: true,
  notices: {
    video: { site: true, daily: false },
    review: { site: true, email: true, daily: false },
    report: { site: true, email: true, daily: false },
    claim: { site: true },
    premium: { email: true },
  },
}

export function makeWatched(id: number, over: Partial<WatchedVideo> = {}): WatchedVideo {
  return { video: makeVideo(id), watchedAt: new Date().toISOString(), position: null, ...over }
}

export function makeSaved(id: number): SavedVideo {
  return { video: makeVideo(id), savedAt: '2026-11-20T03:04:05.000Z' }
}
