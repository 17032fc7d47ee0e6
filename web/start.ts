/**
 * The first script of a page that came with its video. The rest waits for the first picture, from which it would take
 * half of the line and all of the processor, but for no longer than this. Milliseconds.
 */
export const longestWait = 3000

/** No line that plays the file needs as long as this for its first picture. Milliseconds. */
const longStart = 1500
/** Seconds of video that came a second: so few that playing would stand still all the time. */
const hopeless = 0.6

const started = performance.now()
const video = document.querySelector<HTMLVideoElement>('video[data-video]')
/** The app's modules, the entry last. */
const modules: string[] = JSON.parse(document.getElementById('modules')?.textContent ?? '[]')

async function firstPicture(): Promise<void> {
  if (!video || video.error || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return
  await new Promise<unknown>((resolve) => {
    // A browser that loads nothing before a click says so with `suspend`.
    for (const name of ['loadeddata', 'suspend', 'error']) video.addEventListener(name, resolve)
    setTimeout(resolve, longestWait)
  })
}

/** A file that comes too slowly gives way to the ladder now, when nobody watches yet; later it would interrupt. */
function preferLadder(): void {
  const { ladder } = video?.dataset ?? {}
  if (!video || !ladder || video.src === ladder || !video.canPlayType('application/vnd.apple.mpegurl')) return
  if (video.networkState !== HTMLMediaElement.NETWORK_LOADING) return
  const waited = performance.now() - started
  const seconds = video.buffered.length > 0 ? video.buffered.end(0) : 0
  if (waited > longStart && seconds < (hopeless * waited) / 1000) video.src = ladder
}

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
