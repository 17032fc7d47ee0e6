import { neutralIcon, neutralTitle } from '#contract/values/site/display'
import { pageTitle } from '#web/entities/settings/use-page-title'
import { endMini } from '#web/entities/video/playback/end-mini'
import { choose } from '#web/lib/dom/display-choice'
import { loadPatiently } from '#web/lib/lazy-part'

/** Turns discreet mode on or off in this browser, and in the document that is open. */
export async function setDiscreet(on: boolean, siteName: string): Promise<void> {
  choose('discreet', on)
  document.title = on ? neutralTitle : (pageTitle ?? siteName)
  document.querySelector('link[rel="icon"]')?.setAttribute('href', on ? neutralIcon : '/favicon.svg')
  if (!on) return
  endMini()
  if ('mediaSession' in navigator && navigator.mediaSession.metadata) {
    navigator.mediaSession.metadata = new MediaMetadata({ title: neutralTitle })
  }
  await loadPatiently(() => import('./discreet'))
}
