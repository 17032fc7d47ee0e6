import { earlyVideoId } from '#contract/values/videos/media'
import { asksToPlay } from './player/dom/taken-keys'

/**
 * The first script of a page that came with its video. Milliseconds that the app waits at most for the first
 * frame, since loading the app would take half of the bandwidth and all of the CPU.
 */
export const longestWait = 3000

/**
 * Milliseconds after which the browser's own controls come if the player hasn't, on a slow line or because it
 * can't be loaded. Any sooner, a player on its way would be there before they are drawn.
 */
export const longestBare = 2000

/** Milliseconds; a connection that can play the file shows its first frame sooner. */
const longStart = 1500
/** Seconds of video loaded per second; below this, playback would stall all the time. */
const hopeless = 0.6

const started = performance.now()
const video = document.querySelector<HTMLVideoElement>('video[data-video]')
/** The app's modules, the entry last. */
const modules: string[] = JSON.parse(document.getElementById('modules')?.textContent ?? '[]')

async function firstPicture(): Promise<void> {
  if (!video || video.error || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return
  // For web/field, which may come later. A video that plays without a frame may have waited for its viewer.
  const mark = () => video.paused && performance.mark('first-frame')
  video.addEventListener('loadeddata', mark, { once: true })
  await new Promise<unknown>((resolve) => {
    // A browser that loads nothing before a click fires `suspend`.
    for (const name of ['loadeddata', 'suspend', 'error']) video.addEventListener(name, resolve)
    setTimeout(resolve, longestWait)
  })
}

/**
 * Switches a slow file to the HLS ladder now, before playback starts; later the switch would interrupt it.
 */
function preferLadder(): void {
  const { ladder } = video?.dataset ?? {}
  if (!video || !ladder || video.src === ladder || !video.canPlayType('application/vnd.apple.mpegurl')) return
  if (video.networkState !== HTMLMediaElement.NETWORK_LOADING) return
  const waited = performance.now() - started
  const seconds = video.buffered.length > 0 ? video.buffered.end(0) : 0
  if (waited <= longStart || seconds >= (hopeless * waited) / 1000) return
  const { paused } = video
  video.src = ladder
  // Another source pauses the one already playing.
  if (!paused) play(video)
}

/** The player takes the element's name away when it takes over; one that no player takes over is removed. */
const isEarly = () => video?.isConnected === true && video.id === earlyVideoId

video?.addEventListener('click', () => {
  if (!isEarly()) return
  // The browser's own controls drop a click while nothing is known of the file, and answer the others.
  if (video.controls && (video.readyState > HTMLMediaElement.HAVE_NOTHING || !video.paused)) return
  if (video.paused) play(video)
  else video.pause()
})

document.addEventListener('keydown', (event) => {
  // The browser's own controls answer it themselves.
  if (!video || !isEarly() || event.target === video || !asksToPlay(event)) return
  // It would scroll the page.
  event.preventDefault()
  // A second press is impatience: no picture may have come yet.
  play(video)
})

function play(early: HTMLVideoElement): void {
  early.play().catch(() => undefined)
}

if (video) setTimeout(() => (video.controls ||= isEarly()), longestBare)

async function startApp(): Promise<void> {
  await firstPicture()
  preferLadder()
  for (const href of modules) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  const entry = modules.at(-1)
  if (entry) await import(/* @vite-ignore */ entry)
}

void startApp()
