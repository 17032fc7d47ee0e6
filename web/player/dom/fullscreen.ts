/** iPhones have fullscreen for the video alone, with Apple's controls and method names. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void
}

export function toggleFullscreen(container: HTMLElement, video: AppleVideo): void {
  // A refusal (no user gesture, forbidden in a frame) changes nothing, and the state shows that.
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  else if (container.requestFullscreen) container.requestFullscreen().catch(() => {})
  else video.webkitEnterFullscreen?.()
}

/** Reports every change, however it came about (button, Escape, the system). */
export function watchFullscreen(
  container: HTMLElement,
  video: HTMLVideoElement,
  onChange: (on: boolean) => void,
  signal: AbortSignal,
): void {
  document.addEventListener('fullscreenchange', () => onChange(document.fullscreenElement === container), {
    signal,
  })
  video.addEventListener('webkitbeginfullscreen', () => onChange(true), { signal })
  video.addEventListener('webkitendfullscreen', () => onChange(false), { signal })
}
