/**
 * The first script of a page that came with its video. The rest waits for the first picture, from which it would take
 * half of the line and all of the processor, but for no longer than this. Milliseconds.
 */
export const longestWait = 3000

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

async function startApp(): Promise<void> {
  await firstPicture()
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
