/** Plays a muted, looping clip over a card's picture. Returns a function that ends it. */
export function playClip(box: HTMLElement, url: string): () => void {
  const video = document.createElement('video')
  video.src = url
  video.muted = true
  video.loop = true
  video.playsInline = true
  video.disablePictureInPicture = true
  video.disableRemotePlayback = true
  video.ariaHidden = 'true'
  video.tabIndex = -1
  video.className =
    'pointer-events-none absolute inset-0 size-full object-cover opacity-0 transition-opacity duration-200'
  video.addEventListener('playing', () => video.classList.remove('opacity-0'), { once: true })
  // Behind badges and durations, which come after the picture.
  box.firstElementChild?.after(video)
  // A clip that can't play leaves the picture as it is.
  video.play().catch(() => undefined)
  return () => {
    video.remove()
    // Without this, the rest of the clip would still be downloaded.
    video.removeAttribute('src')
    video.load()
  }
}
