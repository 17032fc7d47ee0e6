/** iPhones know fullscreen for the video alone, with Apple's controls, under a name of its own. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void
}

export function toggleFullscreen(container: HTMLElement, video: AppleVideo): void {
  // Refusals (no user gesture, forbidden in a frame) leave things as they are, and the state says so.
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  else if (container.requestFullscreen) container.requestFullscreen().catch(() => {})
  else video.webkitEnterFullscreen?.()
}

/** Reports every change, by whatever means it came (button, Escape, the system). */
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
