/** Returns the seconds that a file's header promises; null where the browser can't tell. */
export function headerDuration(file: Blob): Promise<number | null> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  return new Promise<number | null>((resolve) => {
    video.addEventListener('loadedmetadata', () =>
      resolve(Number.isFinite(video.duration) ? video.duration : null),
    )
    video.addEventListener('error', () => resolve(null))
    video.preload = 'metadata'
    video.src = url
  }).finally(() => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  })
}
